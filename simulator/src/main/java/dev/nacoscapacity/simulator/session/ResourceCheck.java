package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.preflight.machine.ShortageException;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.run.LoadFigures;
import java.util.Optional;

/**
 * The requirements of a run, computed before anything is opened.
 *
 * @param standInApart whether a stand-in's nodes run in separate processes, since this one lacks
 *     descriptors with any number of workers
 * @param need empty when the load does not use this machine's network
 */
public record ResourceCheck(boolean standInApart, Optional<ResourceRequirement> need) {

  /** Compares a run with this machine. */
  public static ResourceCheck forRun(Workload settings, TargetShape shape) {
    if (!shape.wired()) {
      return new ResourceCheck(false, Optional.empty());
    }
    ResourceRequirement together = new LoadFigures(settings).need(shape);
    boolean apart = shape.standInHere() && Doctor.ofThisMachine().lacksFiles(together);
    return new ResourceCheck(
        apart,
        Optional.of(apart ? new LoadFigures(settings).need(shape.standInApart()) : together));
  }

  /**
   * Refuses a run for which this machine lacks a resource.
   *
   * @throws ShortageException naming the missing resource, and the command that fixes it
   */
  public void requireRoom() {
    need.flatMap(all -> Doctor.ofThisMachine().shortages(all).stream().findFirst())
        .ifPresent(
            shortage -> {
              throw new ShortageException(shortage.sentence());
            });
  }

  /**
   * Refuses a run that cannot be shared out to several processes, and needs that.
   *
   * @throws ShortageException naming the remedy
   */
  public void requireOneProcess() {
    if (need.filter(all -> Doctor.ofThisMachine().workers(all) > 0).isPresent()) {
      throw new ShortageException(
          "--stages runs in one process, which may open too few files for this fleet: raise the"
              + " hard limit (ulimit -Hn), or name smaller stages");
    }
  }
}
