package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A run whose clock runs. */
interface StartedRun {

  /** The clock of the run. */
  RunClock clock();

  /** Creates the monitor of the nodes' resources, which sends rows to {@code sink}. */
  ServerWatch servers(Consumer<ServerRow> sink);

  /** Further progress listeners of the run. */
  List<Progress> watchers();

  /**
   * Runs the fleet to its end, or until stopped. The result has no verdict and no servers.
   *
   * @param begun the record so far
   * @param folder of the record
   * @param grace how long the registry may deviate before that counts
   * @param criteria by which stages of a growing fleet are judged
   */
  MeasuredRun load(
      RunRecord begun, Path folder, GracePeriods grace, Criteria criteria, Progress progress)
      throws Refusal;
}
