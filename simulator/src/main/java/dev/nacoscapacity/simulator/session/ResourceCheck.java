package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.LimitCheck;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.preflight.machine.ShortageException;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.target.Targets;
import java.util.List;

/**
 * The requirements of a run, computed before anything is opened.
 *
 * @param standInApart whether a stand-in's nodes run in separate processes, since this one lacks
 *     descriptors with any number of workers
 * @param need null when the load does not use this machine's network
 */
public record ResourceCheck(boolean standInApart, ResourceRequirement need) {

  /** Compares a run with this machine. */
  public static ResourceCheck forRun(Workload settings, Targets.Shape shape) {
    if (!shape.wired()) {
      return new ResourceCheck(false, null);
    }
    ResourceRequirement together = need(settings, shape, shape.standInHere());
    boolean apart = shape.standInHere() && Doctor.ofThisMachine().lacksFiles(together);
    return new ResourceCheck(apart, apart ? need(settings, shape, false) : together);
  }

  /**
   * Refuses a run for which this machine lacks a resource.
   *
   * @throws ShortageException naming the missing resource, and the command that fixes it
   */
  public void requireRoom() {
    if (need == null) {
      return;
    }
    List<LimitCheck> shortages = Doctor.ofThisMachine().shortages(need);
    if (!shortages.isEmpty()) {
      throw new ShortageException(shortages.get(0).sentence());
    }
  }

  static ResourceRequirement need(Workload settings, Targets.Shape shape, boolean standInHere) {
    return new LoadFigures(settings)
        .need(shape.nodes(), standInHere, shape.loopback(), shape.proxied());
  }
}
