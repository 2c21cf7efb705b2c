package dev.nacoscapacity.reports.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.Version;
import dev.nacoscapacity.core.merge.AwaitedShards;
import dev.nacoscapacity.core.merge.ShardedRun;
import dev.nacoscapacity.core.published.CapacityTable;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.jtl.JtlImport;
import dev.nacoscapacity.reports.outcome.JUnitXml;
import dev.nacoscapacity.reports.outcome.MarkdownSummary;
import dev.nacoscapacity.reports.outcome.Outcomes;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.summary.Summary;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/report} and its commands. */
@Command(
    name = "report",
    subcommands = {CompareCommand.class, TrendCommand.class},
    description = "Makes pages and tables of run folders.",
    footer = {
      "",
      "Example: bin/report render runs/20260102T030405Z-35000-embedded",
      "",
      "Exit codes: 0 done, 2 a run folder cannot be read, 64 wrong usage, 70 internal error; those"
          + " of merge are its verdict's: 0 pass, 1 fail, 2 inconclusive; compare has a gate,"
          + " --threshold, and trend ends with 1 when the newest run is worse than usual."
    })
final class ReportCommand {

  private final PrintStream summaries;

  @Spec private CommandSpec spec;

  /**
   * @param summaries receives the summaries of runs
   */
  ReportCommand(PrintStream summaries) {
    this.summaries = summaries;
  }

  @Command(
      name = "render",
      description =
          "Writes the report.html of a run or a study again, from the other files in"
              + " its folder, and prints where it is.",
      footer = {"", "Example: bin/report render runs/20260102T030405Z-35000-embedded"})
  int render(
      @Parameters(paramLabel = "RUN", description = "folder of a run or a study") Path folder,
      @Mixin LanguageOption language) {
    out().println(ReportPage.write(folder, language.language()));
    return ExitCode.OK;
  }

  @Command(
      name = "import",
      description = {
        "Makes a run folder of JMeter's results with its page, and prints their summary.",
        "What a JTL does not contain, such as what the registry held, stays absent."
      },
      footer = {
        "",
        "Example: bin/report import out.jtl",
        "",
        "Exit codes: 0 imported, whatever the verdict, 2 a file cannot be read, 64 wrong usage."
      })
  int importJtl(
      @Parameters(
              paramLabel = "FILE.jtl",
              description = "CSV with field names, JMeter's default, with any delimiter")
          Path jtl,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "folder of the run (default: runs/<utc>-<name of the file>)")
          Path folder,
      @Mixin LanguageOption language) {
    Path into = orFresh(folder, jtl.getFileName().toString().replaceFirst("\\.[^.]*$", ""));
    RunRecord run = new JtlImport(jtl, Version.tool("report import")).into(into);
    page(ReportPage.write(into, language.language()), language);
    Summary.printImported(run, into, language.language(), summaries);
    return ExitCode.OK;
  }

  @Command(
      name = "merge",
      description = {
        "Makes one run of the shards of a fleet that several machines shared: distributions are "
            + "merged, counts added up, and the shards' own bounds decide.",
        "Prints its summary. A shard that is missing or dead is named, and the verdict inconclusive."
      },
      footer = {
        "",
        "Examples:",
        "  bin/report merge runs/host1-shard-1-2 runs/host2-shard-2-2",
        "  bin/report merge /shared/runs --wait 30m",
        "",
        "Exit codes: 0 pass, 1 fail, 2 inconclusive, or folders that cannot be read or do not"
            + " belong together, 64 wrong usage."
      })
  int merge(
      @Parameters(
              paramLabel = "RUN",
              arity = "1..*",
              description = "folders, one of each shard, or one that contains them")
          List<Path> shards,
      @Option(
              names = "--wait",
              paramLabel = "TIME",
              description =
                  "wait so long for shards that run or are yet to come; what had ended before is of"
                      + " an earlier run (default: do not wait)")
          Duration wait,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "folder of the merged run (default: runs/<utc>-merged)")
          Path folder,
      @Mixin LanguageOption language) {
    ShardedRun run =
        ShardedRun.open(
            wait == null
                ? AwaitedShards.in(shards)
                : AwaitedShards.await(shards, wait, Time.wall()));
    Path into = orFresh(folder, "merged");
    RunRecord merged = run.mergeInto(into, run.criteria());
    Summary.print(merged, into, language.language(), summaries);
    try {
      page(ReportPage.write(into, language.language()), language);
    } catch (RecordException e) {
      // The verdict stands without its page.
      err().println(e.getMessage());
    }
    return merged.verdict().status().exitCode();
  }

  private static Path orFresh(Path folder, String name) {
    return folder == null
        ? RunFolder.fresh(Path.of("runs"), InstantSource.system().instant(), name)
        : folder;
  }

  @Command(
      name = "table",
      description = {
        "Puts runs beside the published capacity report of Nacos 1.4.2, "
            + "and says what may be compared.",
        "Runs on a stand-in are left out, and studies."
      },
      footer = {"", "Example: bin/report table runs/*-local --format markdown"})
  int table(
      @Parameters(paramLabel = "RUN", arity = "1..*", description = "folders of runs")
          List<Path> folders,
      @Mixin TableOutput as,
      @Mixin LanguageOption language) {
    Language spoken = language.language();
    Map<Boolean, List<Path>> byStudy =
        folders.stream().collect(Collectors.partitioningBy(Study::isIn));
    byStudy
        .get(true)
        .forEach(
            study ->
                err().println(spoken.say("report.studyLeftOut", with("study", study.toString()))));
    CapacityTable table =
        CapacityTable.of(byStudy.get(false).stream().map(RunFolder::open).toList());
    table.table().lines(as.format(), spoken).forEach(out()::println);
    as.print(table.notes(), spoken);
    return ExitCode.OK;
  }

  @Command(
      name = "summary",
      description =
          "Prints what runs, plans and experiments came to, for a build to show: Markdown for the "
              + "summary of a job, JUnit's XML with a test case a run, or JSON with an object a run.",
      footer = {
        "",
        "Examples:",
        "  bin/report summary runs/smoke >> $GITHUB_STEP_SUMMARY",
        "  bin/report summary runs/smoke --format junit > junit.xml",
        "",
        "Exit codes: 0 printed, whatever the verdicts, 2 a folder cannot be read, 64 wrong usage."
      })
  int summary(
      @Parameters(
              paramLabel = "RUN",
              arity = "1..*",
              description = "folders of runs, and of studies of kind plan or experiment")
          List<Path> folders,
      @Option(
              names = "--format",
              paramLabel = "markdown|junit|json",
              defaultValue = "markdown",
              description = "how to write it (default: ${DEFAULT-VALUE})")
          SummaryFormat format,
      @Mixin LanguageOption language) {
    List<Outcomes> outcomes = folders.stream().map(Outcomes::of).toList();
    switch (format) {
      case JUNIT -> {
        out().print(JUnitXml.of(outcomes));
        out().flush();
      }
      case JSON ->
          MarkdownSummary.table(outcomes, Language.ENGLISH)
              .lines(Format.JSON)
              .forEach(out()::println);
      case MARKDOWN ->
          outcomes.forEach(
              each -> MarkdownSummary.of(each, language.language()).forEach(out()::println));
    }
    return ExitCode.OK;
  }

  /** The formats in which a build shows results. */
  private enum SummaryFormat {
    MARKDOWN,
    JUNIT,
    JSON;

    // Completion offers what help says.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Says where a page is. */
  private void page(Path page, LanguageOption language) {
    err().println(language.language().say("progress.page", with("page", page.toString())));
  }

  /** A writer that flushes each line. */
  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
