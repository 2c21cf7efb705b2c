package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.published.CapacityTable;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.text.Format;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/report table}. */
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    description = {
      "Puts runs beside the published capacity report of Nacos 1.4.2,",
      "and says what may be compared. Runs on a stand-in are left out, and studies."
    },
    footer = {"", "Example: bin/report table runs/*-local --format markdown"})
final class TableCommand implements Callable<Integer> {

  @Parameters(paramLabel = "RUN", arity = "1..*", description = "folders of runs")
  private List<Path> folders;

  @Option(
      names = "--format",
      paramLabel = "text|markdown|csv",
      defaultValue = "text",
      description = "how to write it (default: ${DEFAULT-VALUE}); csv has its notes on stderr")
  private Format format;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Map<Boolean, List<Path>> byStudy =
        folders.stream().collect(Collectors.partitioningBy(Study::isIn));
    PrintWriter err = spec.commandLine().getErr();
    byStudy.get(true).forEach(study -> err.println(study + " is a study, left out: name its runs"));
    err.flush();
    CapacityTable table =
        CapacityTable.of(byStudy.get(false).stream().map(RunFolder::open).toList());
    PrintWriter out = spec.commandLine().getOut();
    Paragraphs notes = new Paragraphs(format == Format.CSV ? err : out);
    table.sheet().lines(format).forEach(out::println);
    out.flush();
    notes.print(table.notes(), format);
    return ExitCode.OK;
  }
}
