package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.simulator.doctor.Check;
import dev.nacoscapacity.simulator.doctor.Doctor;
import dev.nacoscapacity.simulator.doctor.Need;
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
public record Room(boolean standInApart, Need need, Optional<Check> shortage) {

  /** Measures a run against this machine. */
  public static Room forRun(RunSettings settings, Targets.Shape shape) {
    return forRun(Doctor.ofThisMachine(), settings, shape);
  }

  static Room forRun(Doctor doctor, RunSettings settings, Targets.Shape shape) {
    Need together = need(settings, shape, shape.standInHere());
    boolean apart = shape.standInHere() && doctor.lacksFiles(together);
    Need need = apart ? need(settings, shape, false) : together;
    return new Room(apart, need, doctor.shortages(need).stream().findFirst());
  }

  /** What a run asks of this machine. */
  static Need need(RunSettings settings, Targets.Shape shape, boolean standInHere) {
    Need need = settings.need(shape.nodes(), standInHere, shape.loopback());
    return shape.fronted() ? need.throughFronts() : need;
  }
}
