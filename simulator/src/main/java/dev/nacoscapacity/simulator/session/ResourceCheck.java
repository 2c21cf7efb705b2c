package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.LimitCheck;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.target.Targets;
import java.util.Optional;

/**
 * Whether this machine has room for a run, found out before anything opens.
 *
 * @param standInApart whether a stand-in's nodes get processes of their own, since this one may not
 *     have the descriptors, however the fleet is shared out
 * @param need what the run asks of this machine, which it was measured against
 * @param shortage what would break the run; empty when there is room
 */
public record ResourceCheck(
    boolean standInApart, ResourceRequirement need, Optional<LimitCheck> shortage) {

  /** Measures a run against this machine. */
  public static ResourceCheck forRun(RunSettings settings, Targets.Shape shape) {
    return forRun(Doctor.ofThisMachine(), settings, shape);
  }

  static ResourceCheck forRun(Doctor doctor, RunSettings settings, Targets.Shape shape) {
    ResourceRequirement together = need(settings, shape, shape.standInHere());
    boolean apart = shape.standInHere() && doctor.lacksFiles(together);
    ResourceRequirement need = apart ? need(settings, shape, false) : together;
    return new ResourceCheck(apart, need, doctor.shortages(need).stream().findFirst());
  }

  /** What a run asks of this machine. */
  static ResourceRequirement need(RunSettings settings, Targets.Shape shape, boolean standInHere) {
    ResourceRequirement need = settings.need(shape.nodes(), standInHere, shape.loopback());
    return shape.fronted() ? need.throughFronts() : need;
  }
}
