package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.calibration.Calibration;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.target.Via;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Computes how far a run stayed below the calibrated ceilings of this machine. */
final class Headroom {

  /** The default folder for runs. */
  private static final Path RUNS = Path.of("runs");

  /** Length of a host in a list of 1.4.1. */
  private static final double BYTES_PER_HOST = 250;

  private static final double BYTES_PER_MEGABYTE = 1e6;

  private Headroom() {}

  /**
   * The run with a citation of the calibration of its machine, if there is one.
   *
   * @param folder of the run; calibrations are looked for beside it, and beside a study around it
   */
  static RunRecord cited(RunRecord run, Path folder) {
    if (run.windowSeconds() == 0) {
      return run;
    }
    Path parent = folder.toAbsolutePath().getParent();
    List<Path> parents =
        Stream.of(parent, parent.getParent(), RUNS.toAbsolutePath())
            .filter(each -> each != null)
            .distinct()
            .toList();
    String protocol = run.workload().protocol();
    return Calibration.cite(parents, run.machine(), protocol, used(run))
        .map(citation -> run.toBuilder().calibration(citation).build())
        .orElse(run);
  }

  private static Map<String, Double> used(RunRecord run) {
    double calls = run.requests(operation -> operation.achieved()) / run.windowSeconds();
    double lists =
        run.operations(Operation.LIST).stream().mapToLong(OperationResult::achieved).sum();
    double perSecond = lists / run.windowSeconds();
    double hosts = perSecond * run.workload().instances() / run.workload().services();
    Map<String, Double> used = new HashMap<>();
    used.put(Ceiling.CALLS, calls);
    used.put(Ceiling.HOSTS, hosts);
    used.put(Ceiling.MEGABYTES, hosts * BYTES_PER_HOST / BYTES_PER_MEGABYTE);
    String via = run.target().via();
    if (via != null) {
      used.put(via.equals(Via.GATEWAY.label()) ? Ceiling.GATEWAY : Ceiling.PROXY, calls);
    }
    return used;
  }
}
