package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workers.SplitRun;
import java.net.SocketException;

/**
 * A fleet's run, in this process or, where it may not have the descriptors, shared out to several.
 *
 * @param limits what the registry is given before it is accused
 */
record FleetLoad(RunSettings settings, GracePeriods limits, StopSignal stop, Scenario scenario) {

  /**
   * Runs to the end.
   *
   * @param access of this program, and {@code tokens} the fleet's; both null without auth
   * @return the record, without a verdict
   * @throws SocketException when this machine has no way to the registry, or no socket left
   */
  RunRecord run(
      OpenTarget registry,
      Access access,
      Tokens tokens,
      RunRecord begun,
      Recorder recorder,
      Progress progress)
      throws SocketException {
    Targets.Shape shape = registry.shape();
    ResourceRequirement need = ResourceCheck.need(settings, shape, shape.standInHere());
    Doctor doctor = Doctor.ofThisMachine();
    int workers = doctor.workers(need);
    if (workers > 0) {
      return new SplitRun(
              settings,
              workers,
              doctor.connectionsOfWorker(need, workers),
              registry.nodes(),
              access,
              limits,
              stop,
              progress,
              scenario)
          .run(begun, recorder);
    }
    return new FleetRun(
            settings,
            registry.nodes(),
            tokens,
            access == null ? null : access.credentials(),
            limits,
            stop,
            progress,
            scenario)
        .within(doctor.connectionsAtMost(need), shape.standInHere())
        .run(begun, recorder);
  }
}
