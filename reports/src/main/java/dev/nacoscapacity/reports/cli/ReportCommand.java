package dev.nacoscapacity.reports.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.cli.Version;
import dev.nacoscapacity.core.merge.AwaitedShards;
import dev.nacoscapacity.core.merge.ShardedRun;
import dev.nacoscapacity.core.published.CapacityTable;
import dev.nacoscapacity.core.record.AtomicFile;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.compare.BaselineThreshold;
import dev.nacoscapacity.reports.compare.ComparisonText;
import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.compare.Trend;
import dev.nacoscapacity.reports.compare.TrendText;
import dev.nacoscapacity.reports.jtl.JtlImport;
import dev.nacoscapacity.reports.outcome.JUnitXml;
import dev.nacoscapacity.reports.outcome.MarkdownSummary;
import dev.nacoscapacity.reports.outcome.Outcomes;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.summary.Summary;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
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

  /** The option for the form of a table. */
  private static final class TableFormat {

    @Option(
        names = "--format",
        paramLabel = "text|markdown|csv|json",
        defaultValue = "text",
        description =
            "how to write it (default: ${DEFAULT-VALUE}); csv and json have their notes on stderr")
    private Format format;
  }

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
              description = "wait so long for shards that have not finished (default: do not wait)")
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
      @Mixin TableFormat as,
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
    table.table().lines(as.format, spoken).forEach(out()::println);
    print(table.notes(), as.format, spoken);
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

  @Command(
      name = "compare",
      description = {
        "Puts runs beside each other: the settings that differ, and each figure with its difference"
            + " from the baseline's.",
        "--threshold makes it a gate."
      },
      footer = {
        "",
        "Examples:",
        "  bin/report compare runs/auth-off runs/auth-on runs/auth-cached --html auth.html",
        "  bin/report compare --baseline runs/main runs/change --threshold 'beat.p99<+20%%'",
        "",
        "Exit codes: 0 compared, and each --threshold kept, 1 one broken, 2 its figure is unknown, or a "
            + "run cannot be read, 64 wrong usage."
      })
  int compare(
      @Parameters(
              paramLabel = "RUN",
              arity = "1.." + RunComparison.MOST_RUNS,
              description =
                  "folders of runs; without --baseline the others are compared with the first")
          List<Path> others,
      @Option(
              names = "--baseline",
              paramLabel = "RUN",
              description = "folder of the run that all others are compared with")
          Path baseline,
      @Option(
              names = "--threshold",
              paramLabel = "FIGURE<+N",
              description =
                  "exit with 1 when a run's figure differs from the baseline's by more, in its unit"
                      + " or in %%, as in beat.p99<+20%%, list.achieved>-5%% or missing<+0; may be"
                      + " repeated")
          List<String> thresholds,
      @Mixin TableFormat as,
      @Option(
              names = "--html",
              paramLabel = "FILE",
              description = "also write a page with the runs' plots on the same axes")
          Path html,
      @Option(
              names = "--junit",
              paramLabel = "FILE",
              description = "also write what came of each --threshold as JUnit's XML")
          Path junit,
      @Mixin LanguageOption language) {
    List<Path> runs = new ArrayList<>(others);
    if (baseline != null) {
      runs.add(0, baseline);
    }
    if (runs.size() < 2 || runs.size() > RunComparison.MOST_RUNS) {
      throw new UsageException(
          "compare takes 2 to %d runs, the baseline among them, not %d"
              .formatted(RunComparison.MOST_RUNS, runs.size()));
    }
    List<BaselineThreshold> conditions =
        ofThresholds(
            thresholds == null ? List.of() : thresholds,
            text -> List.of(BaselineThreshold.parse(text)));
    if (junit != null && conditions.isEmpty()) {
      throw new UsageException("--junit is of what comes of --threshold: add one");
    }
    RunComparison comparison = RunComparison.of(runs.stream().map(RunFolder::open).toList());
    List<BaselineThreshold.Finding> findings =
        ofThresholds(conditions, each -> each.check(comparison));
    if (html != null) {
      AtomicFile.write(html, ReportPage.of(comparison, language.language()));
      page(html, language);
    }
    print(comparison, as.format, language.language());
    findings.forEach(each -> err().println(line(each, language.language())));
    if (junit != null) {
      AtomicFile.write(junit, junit(findings).getBytes(StandardCharsets.UTF_8));
    }
    return exitCode(findings);
  }

  private void print(RunComparison comparison, Format format, Language language) {
    if (format.forPrograms()) {
      ComparisonText.tall(comparison).lines(format).forEach(out()::println);
      print(ComparisonText.notes(comparison), format, language);
      return;
    }
    ComparisonText.head(comparison, language).lines(format, language).forEach(out()::println);
    print(List.of(ComparisonText.same(comparison)), format, language);
    out().println();
    ComparisonText.wide(comparison, language).lines(format, language).forEach(out()::println);
    print(ComparisonText.notes(comparison), format, language);
  }

  /** Prints sentences about a table. */
  private void print(List<Message> sentences, Format format, Language language) {
    LineWrap.print(
        sentences.stream().map(each -> each.in(language)).toList(), format, notes(format));
  }

  /** Says where a page is. */
  private void page(Path page, LanguageOption language) {
    err().println(language.language().say("progress.page", with("page", page.toString())));
  }

  @Command(
      name = "trend",
      description = {
        "Shows each figure of runs over time, and names the first run that is out of band.",
        "The band of a run comes of the earlier runs of its settings: their median and 5 %% to each"
            + " side, or 3 x (1 + 10 / runs) sigma where that is more. It needs five of them."
            + " Inconclusive runs are shown, and neither judged nor judge others."
      },
      footer = {
        "",
        "Examples:",
        "  bin/report trend runs/nightly --html trend.html",
        "  bin/report trend runs/nightly --format json > trend.json",
        "",
        "Exit codes: 0 nothing of the newest run is out of band for the worse, 1 something is, 2 it"
            + " is inconclusive, or a run cannot be read, 64 wrong usage."
      })
  int trend(
      @Parameters(
              paramLabel = "RUN",
              arity = "1..*",
              description = "folders of runs, or folders that contain some; any number of runs")
          List<Path> folders,
      @Mixin TableFormat as,
      @Option(
              names = "--html",
              paramLabel = "FILE",
              description = "also write a page with a plot of each figure")
          Path html,
      @Mixin LanguageOption language) {
    Trend trend = Trend.of(folders);
    if (html != null) {
      AtomicFile.write(html, ReportPage.of(trend, language.language()));
      page(html, language);
    }
    Language spoken = language.language();
    TrendText.cautions(trend).forEach(caution -> notes(as.format).println(caution.in(spoken)));
    (as.format.forPrograms() ? TrendText.tall(trend) : TrendText.wide(trend, spoken))
        .lines(as.format, spoken)
        .forEach(out()::println);
    print(TrendText.notes(trend), as.format, spoken);
    if (!trend.runs().get(trend.newest()).conclusive()) {
      return ExitCode.INCONCLUSIVE;
    }
    return trend.newest(Trend.Standing.WORSE).isEmpty() ? ExitCode.OK : ExitCode.FAIL;
  }

  /** Names the option in the message of a fault in it. */
  private static <T, R> List<R> ofThresholds(List<T> parts, Function<T, List<R>> reader) {
    try {
      return parts.stream().flatMap(each -> reader.apply(each).stream()).toList();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--threshold " + e.getMessage());
    }
  }

  private static String line(BaselineThreshold.Finding finding, Language language) {
    String word = finding.broken().map(broken -> broken ? "broken" : "kept").orElse("unknown");
    return language.say("threshold.line", with("word", word).and("finding", finding.sentence()));
  }

  private static String junit(List<BaselineThreshold.Finding> findings) {
    return JUnitXml.of(
        "compare",
        findings.stream()
            .map(
                each ->
                    new JUnitXml.Case(
                        each.name(),
                        0,
                        each.broken().orElse(false),
                        each.broken().isEmpty(),
                        false,
                        each.sentence().text(),
                        List.of(each.sentence().text())))
            .toList());
  }

  private static int exitCode(List<BaselineThreshold.Finding> findings) {
    if (findings.stream().anyMatch(each -> each.broken().orElse(false))) {
      return ExitCode.FAIL;
    }
    return findings.stream().anyMatch(each -> each.broken().isEmpty())
        ? ExitCode.INCONCLUSIVE
        : ExitCode.OK;
  }

  /** Where sentences about a table go, so that programs find nothing but the table on stdout. */
  private PrintWriter notes(Format format) {
    return format.forPrograms() ? err() : out();
  }

  /** A writer that flushes each line. */
  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
