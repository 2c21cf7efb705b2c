package dev.nacoscapacity.simulator.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.session.NodeVersions;
import dev.nacoscapacity.simulator.session.WallEstimate;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.PrintStream;
import java.time.Duration;
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
    Language language = options.language();
    out.println(language.say("dryRun.target", with("target", options.target().name())));
    for (Workload each : settings) {
      out.println(
          language.say(
              "dryRun.load",
              with("instances", each.population().instances())
                  .and("services", each.population().services())
                  .and("protocol", each.protocol().label())
                  .and("namespace", each.population().namespace())
                  .and("rates", new LoadFigures(each).offeredWords())));
    }
    options
        .workload()
        .protocolReason()
        .ifPresent(reason -> out.println(language.say("dryRun.protocol", with("reason", reason))));
    Timing timing = settings.get(0).timing();
    List<Duration> measured =
        timing.stages().isEmpty()
            ? List.of(timing.duration())
            : timing.stages().stream().map(Stage::duration).toList();
    out.println(
        language.say(
            timing.stages().isEmpty() ? "dryRun.time" : "dryRun.stages",
            with("warmUp", NumberText.time(timing.warmUp().toSeconds()))
                .and(
                    "measured",
                    measured.stream()
                        .map(each -> NumberText.time(each.toSeconds()))
                        .collect(Collectors.joining(", ")))));
    if (!options.target().isModel()) {
      String takes = wall(options).words(time, settings.get(0), language);
      out.println(language.say("dryRun.all", with("takes", takes)));
    }
    String bounds =
        criteria.thresholds().stream().map(Threshold::toString).collect(Collectors.joining(", "));
    out.println(language.say("dryRun.bounds", with("bounds", bounds.isEmpty() ? null : bounds)));
    boolean agreed = options.target().isOurs() || options.target().confirmed();
    out.println(language.say("dryRun.begin", with("consent", agreed ? null : "yes")));
  }

  private static WallEstimate wall(RunOptions options) {
    return WallEstimate.of(
        options.target().shape().nodes(), Targets.clock(options.target().name()));
  }
}
