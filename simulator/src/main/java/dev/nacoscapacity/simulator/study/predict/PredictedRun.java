package dev.nacoscapacity.simulator.study.predict;

import dev.nacoscapacity.core.record.ConnectionSettings;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.simulator.session.ModelRuns;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A measured run whose workload can be run on a model of its cluster.
 *
 * @param path as given
 */
public record PredictedRun(Path path, RunFolder folder, PredictedCluster cluster) {

  /**
   * Reads a run.
   *
   * @param assumptions overrides the record about its cluster
   * @throws UnpredictableException when there is no such run, or a model does not apply to it
   * @throws dev.nacoscapacity.core.cli.UsageException when its machines or heap must be given
   */
  public static PredictedRun of(Path path, Assumptions assumptions) throws UnpredictableException {
    RunFolder folder;
    try {
      folder = RunFolder.open(path);
    } catch (RecordException e) {
      throw new UnpredictableException(e.getMessage());
    }
    requireOfAModel(folder.run());
    return new PredictedRun(path, folder, PredictedCluster.of(path, folder, assumptions));
  }

  private static void requireOfAModel(RunRecord run) throws UnpredictableException {
    Target target = run.target();
    refuse(target == null || run.workload() == null, "its record does not say what was loaded");
    refuse(target.standIn(), "it ran on the stand-in, which costs what no Nacos does");
    refuse(Target.MODEL.equals(target.kind()), "it ran on a model already");
    refuse(run.interrupted() || run.verdict() == null, "it was interrupted");
    refuse(run.generator() == null || run.machine() == null, "it is no run of the simulator's own");
    refuse(
        !run.workload().population().shard().equals(Shard.WHOLE),
        "it is shard %s of a fleet, and a model is loaded by a whole one"
            .formatted(run.workload().population().shard()));
    boolean http = run.workload().speaks(Transport.HTTP);
    refuse(
        http && run.workload().speaks(Transport.GRPC),
        "its fleet spoke two protocols, and no model was held against such a run yet");
    refuse(
        run.workload().clients().pushSubscribers() > 0,
        "its clients asked for UDP pushes, which no modelled node sends");
    refuse(
        http && "v3".equals(target.access().httpApi()),
        "its fleet spoke HTTP v3, and modelled nodes answer v1");
    refuse(
        run.workload().profile().isPresent(),
        "its fleet followed a traffic profile, and no model was held against such a run yet");
    refuse(run.experiment() != null, "nodes were broken in it, and only whole clusters compare");
    refuse(
        target.reached().filter(way -> !way.entry().isEmpty()).isPresent(),
        "its fleet called a load balancer, and a model has none");
  }

  private static void refuse(boolean so, String why) throws UnpredictableException {
    if (so) {
      throw new UnpredictableException(why);
    }
  }

  /** The name of its folder. */
  String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  /**
   * The speed of a core of the run's machine, relative to the reference machine of the costs.
   *
   * @throws UnpredictableException when the machine is the generator's and it was not measured
   */
  public double speed() throws UnpredictableException {
    refuse(
        cluster.here() && cluster.speedFrom() == PredictedCluster.SpeedSource.ASSUMED,
        "nothing beside it measured how fast its machine was");
    return cluster.machines().speed();
  }

  /** A caveat about its prediction; empty for none. */
  String caution() {
    RunRecord run = folder.run();
    TrialFigures figures = TrialFigures.of(run);
    String compiling =
        figures.compiling()
            ? "; its nodes were still compiling, %s of their CPU, and a model's are warm"
                .formatted(NumberText.percent(figures.jitShare()))
            : "";
    boolean tls = run.target().reached().map(ConnectionSettings::tls).isPresent();
    return compiling
        + (tls ? "; its fleet spoke TLS, and a model's calls cost what plain ones do" : "");
  }

  /**
   * Makes the same run on a model.
   *
   * @param out folder of its record, new
   * @return empty when the run could not begin, or was interrupted, which was reported
   */
  public Optional<RunFolder> model(ModelRuns models, Path out) {
    RunRecord run = folder.run();
    return models.run(
        cluster.model(), run.workload(), run.target().auth(), run.verdict().criteria(), out);
  }
}
