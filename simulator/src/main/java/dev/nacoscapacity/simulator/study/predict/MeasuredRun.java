package dev.nacoscapacity.simulator.study.predict;

import dev.nacoscapacity.core.record.ConnectionSettings;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.options.CriteriaOptions;
import dev.nacoscapacity.simulator.options.WorkloadArguments;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A run whose workload can be run on a model.
 *
 * @param path as given
 */
record MeasuredRun(Path path, RunFolder folder) {

  private static final String WHOLE = "1/1";

  /**
   * Below this number of calls a second, fixed work dominates a generator's CPU time: on one
   * machine in one night it made 5,000 calls for a second of CPU at 156 calls a second, 9,000 at
   * 310, 14,000 at 620, 15,500 at 1,530.
   */
  private static final int FEW_CALLS_PER_SECOND = 500;

  /**
   * Reads a run.
   *
   * @throws Unpredictable when there is no such run, or a model does not apply to it
   */
  static MeasuredRun read(Path path) throws Unpredictable {
    RunFolder folder;
    try {
      folder = RunFolder.open(path);
    } catch (RecordException e) {
      throw new Unpredictable(e.getMessage());
    }
    requireOfAModel(folder.run());
    return new MeasuredRun(path, folder);
  }

  private static void requireOfAModel(RunRecord run) throws Unpredictable {
    Target target = run.target();
    refuse(target == null || run.workload() == null, "its record does not say what was loaded");
    refuse(target.standIn(), "it ran on the stand-in, which costs what no Nacos does");
    refuse(Target.MODEL.equals(target.kind()), "it ran on a model already");
    refuse(run.interrupted() || run.verdict() == null, "it was interrupted");
    refuse(run.generator() == null || run.machine() == null, "it is no run of the simulator's own");
    refuse(
        !WHOLE.equals(run.workload().shard()),
        "it is shard %s of a fleet, and a model is loaded by a whole one"
            .formatted(run.workload().shard()));
    refuse(
        run.workload().speaks(Transport.HTTP) && run.workload().speaks(Transport.GRPC),
        "its fleet spoke two protocols, and no model was held against such a run yet");
    refuse(
        run.workload().protocol().equals("http") && run.workload().subscribe() > 0,
        "its clients asked for UDP pushes, which no modelled node sends");
    refuse(
        run.workload().speaks(Transport.HTTP) && "v3".equals(target.httpApi()),
        "its fleet spoke HTTP v3, and modelled nodes answer v1");
    refuse(
        run.workload().traffic() != null,
        "its fleet followed a traffic profile, and no model was held against such a run yet");
    refuse(run.experiment() != null, "nodes were broken in it, and only whole clusters compare");
    refuse(
        target.via() != null,
        "its fleet talked to a %s, and a model has none".formatted(target.via()));
    ConnectionSettings reached = target.reached();
    refuse(
        reached != null && !reached.entry().isEmpty(),
        "its fleet called a load balancer, and a model has none");
  }

  private static void refuse(boolean so, String why) throws Unpredictable {
    if (so) {
      throw new Unpredictable(why);
    }
  }

  RunRecord run() {
    return folder.run();
  }

  /** The name of its folder. */
  String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  /**
   * A caveat about its prediction; empty for none.
   *
   * @param speedFrom source of the machine's speed
   */
  String caution(PredictedCluster.SpeedFrom speedFrom) {
    StringBuilder caution = new StringBuilder();
    TrialFigures figures = TrialFigures.of(run());
    if (figures.compiling()) {
      caution
          .append("; its nodes were still compiling, ")
          .append(NumberText.percent(figures.jitShare()))
          .append(" of their CPU, and a model's are warm");
    }
    if (speedFrom == PredictedCluster.SpeedFrom.GENERATOR
        && run().generator().requests() < FEW_CALLS_PER_SECOND * run().windowSeconds()) {
      caution
          .append("; at fewer than ")
          .append(FEW_CALLS_PER_SECOND)
          .append(" calls a second this speed is too low, so take --speed from a larger run");
    }
    ConnectionSettings reached = run().target().reached();
    if (reached != null && reached.tls() != null) {
      caution.append("; its fleet spoke TLS, and a model's calls cost what plain ones do");
    }
    return caution.toString();
  }

  /** The simulator's arguments without the target. */
  List<String> arguments() {
    List<String> args = new ArrayList<>();
    if (run().target().auth()) {
      args.add("--auth");
    }
    args.addAll(WorkloadArguments.of(run().workload()));
    args.addAll(CriteriaOptions.arguments(run().verdict().criteria()));
    return args;
  }

  /** The largest maximum heap that a node reported, in bytes. */
  OptionalLong heapMaxBytes() {
    return folder.serverRows().stream()
        .map(ServerRow::heapMaxBytes)
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .filter(bytes -> bytes > 0)
        .max();
  }
}
