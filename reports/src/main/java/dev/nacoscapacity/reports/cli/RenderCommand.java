package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.calibration.Calibration;
import dev.nacoscapacity.reports.page.CalibrationPage;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.page.StudyPage;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.verdict.ExitCode;
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
      "Writes the report.html of a run, a study or a calibration again, from the other files in its folder,",
      "and prints where it is."
    },
    footer = {"", "Example: bin/report render runs/20260102T030405Z-35000-embedded"})
final class RenderCommand implements Callable<Integer> {

  @Parameters(paramLabel = "RUN", description = "folder of a run, a study or a calibration")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(page());
    return ExitCode.OK;
  }

  private Path page() {
    if (Calibration.isIn(folder)) {
      return CalibrationPage.write(folder);
    }
    return Study.isIn(folder) ? StudyPage.write(folder) : ReportPage.write(folder);
  }
}
