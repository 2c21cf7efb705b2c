package dev.nacoscapacity.simulator.study.predict;

import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.simulator.study.ModelRuns;
import java.nio.file.Path;
import java.util.Optional;

/** A measured run whose workload can be run on a model of its cluster. */
public final class PredictedRun {

  private final MeasuredRun measured;
  private final PredictedCluster cluster;

  private PredictedRun(MeasuredRun measured, PredictedCluster cluster) {
    this.measured = measured;
    this.cluster = cluster;
  }

  /**
   * Reads a run.
   *
   * @param given overrides the record about its cluster
   * @throws Unpredictable when there is no such run, or a model does not apply to it
   * @throws dev.nacoscapacity.simulator.options.UsageException when its machines or heap must be
   *     given
   */
  public static PredictedRun of(Path path, Assumptions given) throws Unpredictable {
    MeasuredRun measured = MeasuredRun.read(path);
    return new PredictedRun(measured, PredictedCluster.of(measured, given));
  }

  MeasuredRun measured() {
    return measured;
  }

  PredictedCluster cluster() {
    return cluster;
  }

  /** The measured run's folder. */
  public RunFolder folder() {
    return measured.folder();
  }

  /**
   * The speed of a core of the run's machine, relative to the reference machine of the costs.
   *
   * @throws Unpredictable when the only source is the generator, whose cost a model assumes
   */
  public double speed() throws Unpredictable {
    if (cluster.speedFrom() == PredictedCluster.SpeedFrom.GENERATOR) {
      throw new Unpredictable("nothing beside it measured how fast its machine was");
    }
    return cluster.machines().speed();
  }

  /**
   * Makes the same run on a model.
   *
   * @param folder of its record, new
   * @return empty when the run could not begin, or was interrupted, which was reported
   */
  public Optional<RunFolder> model(ModelRuns models, Path folder) {
    return models.run(cluster.model(), measured.arguments(), folder);
  }
}
