package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.merge.ShardResult;
import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.ServerRow;
import dev.nacoscapacity.simulator.observe.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * What one run is made on: a registry, and where its load comes from. Its methods are called in
 * their order.
 */
interface RunHost extends AutoCloseable {

  /** The run cannot begin, or not go on; nothing more of it follows. */
  final class Refusal extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;
    private final transient List<String> reasons;

    /**
     * @param exitCode of a command that makes this run alone
     * @param reasons a line each
     */
    Refusal(int exitCode, List<String> reasons) {
      super(String.join("; ", reasons));
      this.exitCode = exitCode;
      this.reasons = List.copyOf(reasons);
    }

    int exitCode() {
      return exitCode;
    }

    List<String> reasons() {
      return reasons;
    }
  }

  /** What the run offers, as it is carried out here. */
  RunSettings settings();

  /** The run's own registry, before anything is known of it but what was asked for. */
  OpenTarget registry();

  /**
   * Looks whether the run may begin, and from now on keeps an eye on what it may harm.
   *
   * @return the registry, as far as it is known now
   */
  OpenTarget admit(Scenario scenario) throws Refusal;

  /** What a reader of the record must know of the registry; complete once the run may begin. */
  default List<String> notes() {
    return List.of();
  }

  /** For the record; null where no machine matters. */
  Machine machine();

  /** The run begins now: its time. */
  RunClock start();

  /** Watches the nodes. */
  ServerWatch servers(Consumer<ServerRow> sink);

  /** Who else is told how the run goes on. */
  List<Progress> watchers();

  /**
   * Runs the fleet to its end, or until stopped.
   *
   * @param begun the record so far
   * @param grace what the registry is given before it is accused
   */
  ShardResult load(RunRecord begun, Path folder, GracePeriods grace, Progress progress)
      throws Refusal;

  /** The run with what is known of the machine that it was made on. */
  RunRecord cited(RunRecord run, Path folder);

  @Override
  void close();

  /** A registry's nodes, as a fleet is given them. */
  static List<FleetSpec.NodeAddress> nodes(OpenTarget registry) {
    return registry.nodes().stream()
        .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
        .toList();
  }
}
