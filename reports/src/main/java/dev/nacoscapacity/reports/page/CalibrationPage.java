package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.reports.calibration.Calibration;
import dev.nacoscapacity.reports.record.PageFile;
import dev.nacoscapacity.reports.record.RunFolder;
import java.nio.file.Path;

/** {@code report.html} of a calibration: a page that opens from disk, without a network. */
public final class CalibrationPage {

  private CalibrationPage() {}

  /**
   * Makes a calibration's page from its study.json, in place of an older one.
   *
   * @return the page
   * @throws dev.nacoscapacity.reports.record.RecordException when there is no calibration, it is
   *     damaged, or the page cannot be written
   */
  public static Path write(Path folder) {
    CalibrationModel model = new CalibrationModel(Calibration.open(folder));
    Path page = folder.resolve(RunFolder.REPORT_HTML);
    PageFile.write(page, Template.html("calibration.jte", model).getBytes(UTF_8));
    return page;
  }
}
