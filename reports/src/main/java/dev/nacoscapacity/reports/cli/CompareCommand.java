package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.compare.ComparisonText;
import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.page.ComparePage;
import dev.nacoscapacity.reports.record.PageFile;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.text.Format;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/report compare}. */
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
final class CompareCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "RUN",
      arity = "2.." + RunComparison.MOST_RUNS,
      description = "folders of runs; the others are compared with the first")
  private List<Path> runs;

  @Option(
      names = "--format",
      paramLabel = "text|markdown|csv",
      defaultValue = "text",
      description = "how to write it (default: ${DEFAULT-VALUE}); csv has its notes on stderr")
  private Format format;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "also write a page with the runs' plots on the same axes")
  private Path html;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (runs.size() > RunComparison.MOST_RUNS) {
      throw new ParameterException(
          spec.commandLine(),
          "compare takes 2 to %d runs, not %d".formatted(RunComparison.MOST_RUNS, runs.size()));
    }
    RunComparison comparison = RunComparison.of(runs.stream().map(RunFolder::open).toList());
    if (html != null) {
      PageFile.write(html, ComparePage.html(comparison));
      spec.commandLine().getErr().println("page: " + html);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.CSV) {
      ComparisonText.tall(comparison).lines(format).forEach(out::println);
      out.flush();
      new Paragraphs(spec.commandLine().getErr()).print(ComparisonText.notes(comparison), format);
      return ExitCode.OK;
    }
    ComparisonText.head(comparison).lines(format).forEach(out::println);
    Paragraphs paragraphs = new Paragraphs(out);
    paragraphs.print(List.of(ComparisonText.same(comparison)), format);
    out.println();
    ComparisonText.wide(comparison).lines(format).forEach(out::println);
    paragraphs.print(ComparisonText.notes(comparison), format);
    return ExitCode.OK;
  }
}
