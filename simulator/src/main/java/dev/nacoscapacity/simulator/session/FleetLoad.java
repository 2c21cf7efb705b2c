package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.merge.ShardResult;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunRecorder;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workers.SplitRun;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/**
 * A fleet's run, recorded: in this process or, where it may not have the descriptors, shared out to
 * several.
 *
 * @param grace what the registry is given before it is accused
 */
record FleetLoad(RunSettings settings, GracePeriods grace, StopSignal stop, Scenario scenario) {

  /**
   * Runs to the end.
   *
   * @param access null without auth
   * @return the record, without a verdict
   * @throws SocketException when this machine has no way to the registry, or no socket left
   */
  RunRecord run(
      OpenTarget registry,
      Access access,
      RunRecord begun,
      Recorder recorder,
      List<Progress> watchers)
      throws SocketException {
    RunClock clock = RunClock.system();
    RunRecorder record = new RunRecorder(recorder, clock, registry.nodes());
    List<Progress> all = new ArrayList<>(List.of(record));
    all.addAll(watchers);
    ShardResult result = load(registry, access, begun, recorder, Progress.all(all), clock);
    double from = record.windowStart();
    recorder.measured(from, from + result.run().windowSeconds(), result.measured());
    return result.run().toBuilder().servers(record.servers()).build();
  }

  private ShardResult load(
      OpenTarget registry,
      Access access,
      RunRecord begun,
      Recorder recorder,
      Progress progress,
      RunClock clock)
      throws SocketException {
    Targets.Shape shape = registry.shape();
    ResourceRequirement need = ResourceCheck.need(settings, shape, shape.standInHere());
    Doctor doctor = Doctor.ofThisMachine();
    int workers = doctor.workers(need);
    List<FleetSpec.NodeAddress> nodes =
        registry.nodes().stream()
            .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
            .toList();
    FleetSpec fleet =
        new FleetSpec(
            settings, nodes, access, grace, doctor.connectionsAtMost(need), shape.standInHere());
    return workers == 0
        ? new FleetRun(fleet, stop, progress, clock, scenario, Barrier.OPEN).run(begun)
        : new SplitRun(
                fleet,
                workers,
                doctor.connectionsOfWorker(need, workers),
                stop,
                progress,
                clock,
                scenario)
            .run(begun, recorder.folder());
  }
}
