package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.options.CriteriaOptions;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Timing;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for a dry run. */
final class DryRun {

  @Option(
      names = "--dry-run",
      description =
          "only print what would be offered to whom: no node is contacted, no cluster started")
  private boolean asked;

  boolean isAsked() {
    return asked;
  }

  /**
   * Prints what a run would do.
   *
   * @param settings of the run; for a search, the smallest and the largest
   */
  static void print(
      RunOptions options, List<RunSettings> settings, Criteria criteria, PrintStream out) {
    out.println("target    " + options.target().name());
    for (RunSettings each : settings) {
      out.println(
          NumberText.of(
              "load      %s of %s over %s in namespace %s: %s",
              NumberText.counted(each.population().instances(), "instance", "instances"),
              NumberText.counted(each.population().services(), "service", "services"),
              each.protocol().label(),
              each.population().namespace(),
              each.offered()));
    }
    Timing timing = settings.get(0).timing();
    out.println(
        NumberText.of(
            "time      after the ramp %s of warm-up and %s measured",
            NumberText.time(timing.warmUp().toSeconds()),
            NumberText.time(timing.duration().toSeconds())));
    List<String> bounds = CriteriaOptions.arguments(criteria);
    out.println("criteria  the usual ones" + (bounds.isEmpty() ? "" : ", but " + bounds.get(0)));
    out.println(
        "Nothing was contacted. To begin: the same without --dry-run"
            + (options.target().isOurs() || options.target().confirmed()
                ? "."
                : ", with --yes where a node is not on this machine."));
  }
}
