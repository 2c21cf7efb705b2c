package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The environment of one run: a registry, and the source of its load. The methods are called in the
 * order of their declaration.
 */
interface RunHost extends AutoCloseable {

  /** The settings of the run, as adapted to this host. */
  Workload settings();

  /** The run's registry; before {@link #admit}, with only the requested properties. */
  OpenTarget registry();

  /**
   * Checks whether the run may begin, and starts to guard foreign services.
   *
   * @return the registry, with the properties that the check has found
   */
  OpenTarget admit(Scenario scenario) throws Refusal;

  /** Notes on the registry for the reader of the record; complete after {@link #admit}. */
  default List<String> notes() {
    return List.of();
  }

  /** The machine for the record; null when the result does not depend on it. */
  Machine machine();

  /** Starts the clock of the run. */
  RunClock start();

  /** Creates the monitor of the nodes' resources, which sends rows to {@code sink}. */
  ServerWatch servers(Consumer<ServerRow> sink);

  /** Further progress listeners of the run. */
  List<Progress> watchers();

  /**
   * Runs the fleet to its end, or until stopped.
   *
   * @param begun the record so far
   * @param grace how long the registry may deviate before that counts
   */
  ShardResult load(RunRecord begun, Path folder, GracePeriods grace, Progress progress)
      throws Refusal;

  /** Returns the run with measurements and notes of this host added, such as a calibration. */
  RunRecord cited(RunRecord run, Path folder);

  @Override
  void close();

  /** Converts a registry's nodes for a fleet. */
  static List<FleetSpec.NodeAddress> nodes(OpenTarget registry) {
    return registry.nodes().stream()
        .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
        .toList();
  }
}
