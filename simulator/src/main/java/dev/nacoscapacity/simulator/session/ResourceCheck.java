package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.LimitCheck;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.preflight.machine.ShortageException;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.target.Targets;

/**
 * What a run asks of this machine, found out before anything opens.
 *
 * @param standInApart whether a stand-in's nodes get processes of their own, since this one may not
 *     have the descriptors, over however many processes the fleet is split
 * @param need null where the load does not go over this machine's network
 */
public record ResourceCheck(boolean standInApart, ResourceRequirement need) {

  /** Measures a run against this machine. */
  public static ResourceCheck forRun(RunSettings settings, Targets.Shape shape) {
    if (!shape.wired()) {
      return new ResourceCheck(false, null);
    }
    ResourceRequirement together = need(settings, shape, shape.standInHere());
    boolean apart = shape.standInHere() && Doctor.ofThisMachine().lacksFiles(together);
    return new ResourceCheck(apart, apart ? need(settings, shape, false) : together);
  }

  /**
   * Refuses a run that this machine cannot carry.
   *
   * @throws ShortageException naming what the run lacks, and the command that changes it
   */
  public void requireRoom() {
    if (need == null) {
      return;
    }
    Doctor.ofThisMachine().shortages(need).stream()
        .findFirst()
        .map(LimitCheck::sentence)
        .ifPresent(
            sentence -> {
              throw new ShortageException(sentence);
            });
  }

  static ResourceRequirement need(RunSettings settings, Targets.Shape shape, boolean standInHere) {
    return settings.need(shape.nodes(), standInHere, shape.loopback(), shape.proxied());
  }
}
