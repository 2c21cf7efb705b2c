package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.session.NodeVersions;
import dev.nacoscapacity.simulator.session.WallEstimate;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The option for a dry run. */
final class DryRun {

  @Option(
      names = "--dry-run",
      description =
          "only print what would be offered to whom: no node is contacted, no cluster started")
  private boolean requested;

  boolean isAsked() {
    return requested;
  }

  /** Learns the versions of the nodes; a dry run asks none, and assumes those of others. */
  void learnVersions(RunOptions options) {
    ServerVersion started = options.workload().realServer();
    if (requested) {
      NodeVersions.learnOwn(options, started);
      if (!options.target().isOurs()) {
        options.workload().assumeNewServers();
      }
    } else {
      NodeVersions.learn(options, started);
    }
  }

  /**
   * Prints what a run would do.
   *
   * @param settings of the run, of each of its stages; for a search, the smallest and the largest
   * @param time by the registry's clock
   */
  static void print(
      RunOptions options,
      List<Workload> settings,
      RunTime time,
      Criteria criteria,
      PrintStream out) {
    out.println("target    " + options.target().name());
    for (Workload each : settings) {
      out.println(
          NumberText.of(
              "load      %s of %s over %s in namespace %s: %s",
              NumberText.counted(each.population().instances(), "instance", "instances"),
              NumberText.counted(each.population().services(), "service", "services"),
              each.protocol().label(),
              each.population().namespace(),
              new LoadFigures(each).offered()));
    }
    options
        .workload()
        .protocolReason()
        .ifPresent(reason -> out.println("protocol  " + reason.in(options.language())));
    Timing timing = settings.get(0).timing();
    String measured =
        timing.stages().isEmpty()
            ? NumberText.time(timing.duration().toSeconds())
            : timing.stages().stream()
                .map(stage -> NumberText.time(stage.duration().toSeconds()))
                .collect(Collectors.joining(", "));
    out.println(
        NumberText.of(
            "time      after %s %s of warm-up and %s measured",
            timing.stages().isEmpty() ? "the ramp" : "each stage's ramp",
            NumberText.time(timing.warmUp().toSeconds()),
            measured));
    if (!options.target().isModel()) {
      out.println("          all of it " + wall(options).words(time, settings.get(0)));
    }
    String bounds =
        criteria.thresholds().stream().map(Threshold::toString).collect(Collectors.joining(", "));
    out.println("bounds    the usual ones" + (bounds.isEmpty() ? "" : ", but " + bounds));
    out.println(
        "Nothing was contacted. To begin: the same without --dry-run"
            + (options.target().isOurs() || options.target().confirmed()
                ? "."
                : ", with --yes where a node is not on this machine."));
  }

  private static WallEstimate wall(RunOptions options) {
    return WallEstimate.of(
        options.target().shape().nodes(), Targets.clock(options.target().name()));
  }
}
