package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.compare.ComparisonText;
import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.jtl.JtlImport;
import dev.nacoscapacity.reports.merge.ShardedRun;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.published.CapacityTable;
import dev.nacoscapacity.reports.record.PageFile;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.text.Format;
import dev.nacoscapacity.reports.text.Wrapped;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/report} and its commands; without a command it is wrong usage. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = ReportCommand.class,
    description = "Makes pages and tables of run folders.",
    footer = {
      "",
      "Example: bin/report render runs/20260102T030405Z-35000-embedded",
      "",
      "Exit codes: 0 done, 2 a run folder cannot be read, 64 wrong usage, 70 internal error; those",
      "of merge are its verdict's: 0 pass, 1 fail, 2 inconclusive."
    })
final class ReportCommand implements Runnable, IVersionProvider {

  private static final String FORMAT_HELP =
      "how to write it (default: ${DEFAULT-VALUE}); csv has its notes on stderr";

  private final PrintStream summaries;

  @Spec private CommandSpec spec;

  /** For picocli, which asks a new one for the version. */
  ReportCommand() {
    this(System.out);
  }

  /**
   * @param summaries takes the summaries of runs
   */
  ReportCommand(PrintStream summaries) {
    this.summaries = summaries;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is needed: " + String.join(", ", spec.subcommands().keySet()));
  }

  /** The version in the jar's manifest. */
  @Override
  public String[] getVersion() {
    return new String[] {"report " + (version() == null ? "(not packaged)" : version())};
  }

  private static String version() {
    return ReportCommand.class.getPackage().getImplementationVersion();
  }

  @Command(
      name = "render",
      mixinStandardHelpOptions = true,
      description = {
        "Writes the report.html of a run, a study or a calibration again, from the other files in its",
        "folder, and prints where it is."
      },
      footer = {"", "Example: bin/report render runs/20260102T030405Z-35000-embedded"})
  int render(
      @Parameters(paramLabel = "RUN", description = "folder of a run, a study or a calibration")
          Path folder) {
    out().println(ReportPage.write(folder));
    return ExitCode.OK;
  }

  @Command(
      name = "import",
      mixinStandardHelpOptions = true,
      description = {
        "Makes a run folder of JMeter's results, and prints their summary.",
        "What a JTL does not contain, such as what the registry held, stays absent."
      },
      footer = {
        "",
        "Example: bin/report import out.jtl",
        "",
        "Exit codes: 0 imported, whatever the verdict, 2 a file cannot be read, 64 wrong usage."
      })
  int importJtl(
      @Parameters(paramLabel = "FILE.jtl", description = "CSV with field names, JMeter's default")
          Path jtl,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "folder of the run (default: runs/<utc>-<name of the file>)")
          Path folder) {
    Path into = orFresh(folder, jtl.getFileName().toString().replaceFirst("\\.[^.]*$", ""));
    RunRecord run = new JtlImport(jtl, new Tool("report import", version(), null)).into(into);
    Summary.printImported(run, into, summaries);
    return ExitCode.OK;
  }

  @Command(
      name = "merge",
      mixinStandardHelpOptions = true,
      description = {
        "Makes one run of the shards of a fleet that several machines shared: distributions are",
        "merged, counts added up, and the shards' own bounds decide. Prints its summary."
      },
      footer = {
        "",
        "Example: bin/report merge runs/host1-shard-1-2 runs/host2-shard-2-2",
        "",
        "Exit codes: 0 pass, 1 fail, 2 inconclusive, or folders that cannot be read or do not belong",
        "together, 64 wrong usage."
      })
  int merge(
      @Parameters(paramLabel = "RUN", arity = "1..*", description = "folders, one of each shard")
          List<Path> shards,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "folder of the merged run (default: runs/<utc>-merged)")
          Path folder) {
    ShardedRun run = ShardedRun.open(shards);
    Path into = orFresh(folder, "merged");
    RunRecord merged = run.mergeInto(into, run.criteria());
    Summary.print(merged, into, summaries);
    return merged.verdict().status().exitCode();
  }

  private static Path orFresh(Path folder, String name) {
    return folder == null
        ? RunFolder.fresh(Path.of("runs"), InstantSource.system().instant(), name)
        : folder;
  }

  @Command(
      name = "table",
      mixinStandardHelpOptions = true,
      description = {
        "Puts runs beside the published capacity report of Nacos 1.4.2,",
        "and says what may be compared. Runs on a stand-in are left out, and studies."
      },
      footer = {"", "Example: bin/report table runs/*-local --format markdown"})
  int table(
      @Parameters(paramLabel = "RUN", arity = "1..*", description = "folders of runs")
          List<Path> folders,
      @Option(
              names = "--format",
              paramLabel = "text|markdown|csv",
              defaultValue = "text",
              description = FORMAT_HELP)
          Format format) {
    Map<Boolean, List<Path>> byStudy =
        folders.stream().collect(Collectors.partitioningBy(Study::isIn));
    byStudy
        .get(true)
        .forEach(study -> err().println(study + " is a study, left out: name its runs"));
    CapacityTable table =
        CapacityTable.of(byStudy.get(false).stream().map(RunFolder::open).toList());
    table.table().lines(format).forEach(out()::println);
    Wrapped.print(table.notes(), format, format == Format.CSV ? err() : out());
    return ExitCode.OK;
  }

  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      description = {
        "Puts runs beside each other: the settings that differ, and each figure with its difference",
        "from the first run's."
      },
      footer = {
        "",
        "Example: bin/report compare runs/auth-off runs/auth-on runs/auth-cached --html auth.html"
      })
  int compare(
      @Parameters(
              paramLabel = "RUN",
              arity = "2.." + RunComparison.MOST_RUNS,
              description = "folders of runs; the others are compared with the first")
          List<Path> runs,
      @Option(
              names = "--format",
              paramLabel = "text|markdown|csv",
              defaultValue = "text",
              description = FORMAT_HELP)
          Format format,
      @Option(
              names = "--html",
              paramLabel = "FILE",
              description = "also write a page with the runs' plots on the same axes")
          Path html) {
    if (runs.size() > RunComparison.MOST_RUNS) {
      throw new ParameterException(
          spec.subcommands().get("compare"),
          "compare takes 2 to %d runs, not %d".formatted(RunComparison.MOST_RUNS, runs.size()));
    }
    RunComparison comparison = RunComparison.of(runs.stream().map(RunFolder::open).toList());
    if (html != null) {
      PageFile.write(html, ReportPage.of(comparison));
      err().println("page: " + html);
    }
    if (format == Format.CSV) {
      ComparisonText.tall(comparison).lines(format).forEach(out()::println);
      Wrapped.print(ComparisonText.notes(comparison), format, err());
      return ExitCode.OK;
    }
    ComparisonText.head(comparison).lines(format).forEach(out()::println);
    Wrapped.print(List.of(ComparisonText.same(comparison)), format, out());
    out().println();
    ComparisonText.wide(comparison).lines(format).forEach(out()::println);
    Wrapped.print(ComparisonText.notes(comparison), format, out());
    return ExitCode.OK;
  }

  /** Each line is written at once. */
  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
