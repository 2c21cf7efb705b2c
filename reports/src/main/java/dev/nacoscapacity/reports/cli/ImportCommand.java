package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.jtl.JtlImport;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/report import}. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a run folder of JMeter's results, and prints what they say.",
      "What a JTL cannot tell, such as what the registry held, stays absent."
    },
    footer = {
      "",
      "Example: bin/report import out.jtl",
      "",
      "Exit codes: 0 imported, whatever the verdict, 2 a file cannot be read, 64 wrong usage."
    })
final class ImportCommand implements Callable<Integer> {

  private final PrintStream out;

  @Parameters(paramLabel = "FILE.jtl", description = "CSV with field names, JMeter's default")
  private Path jtl;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the run (default: runs/<utc>-<name of the file>)")
  private Path folder;

  ImportCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    String name = jtl.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    Path into =
        folder == null
            ? RunFolder.fresh(Path.of("runs"), InstantSource.system().instant(), name)
            : folder;
    String version = ImportCommand.class.getPackage().getImplementationVersion();
    RunRecord run = new JtlImport(jtl, new Tool("report import", version, null)).into(into);
    Summary.printImported(run, into, out);
    return ExitCode.OK;
  }
}
