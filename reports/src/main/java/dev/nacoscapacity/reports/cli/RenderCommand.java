package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.page.ReportPage;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/report render}. */
@Command(
    name = "render",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a run's report.html again, from the other files in its folder,",
      "and prints where it is."
    },
    footer = {"", "Example: bin/report render runs/20260102T030405Z-35000-embedded"})
final class RenderCommand implements Callable<Integer> {

  @Parameters(paramLabel = "RUN", description = "folder of a run")
  private Path run;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(ReportPage.write(run));
    return ExitCode.OK;
  }
}
