package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.record.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code report.html}: a run as a page that opens from disk, without a network. */
public final class ReportPage {

  public static final String REPORT_HTML = "report.html";

  private ReportPage() {}

  /**
   * Makes a run's page from the files in its folder, in place of an older one.
   *
   * @return the page
   * @throws dev.nacoscapacity.reports.record.RecordException when there is no run, it is damaged, a
   *     newer version wrote it, or the page cannot be written
   */
  public static Path write(Path folder) {
    RunFolder run = RunFolder.open(folder);
    Path page = folder.resolve(REPORT_HTML);
    try {
      Files.writeString(page, "<!doctype html><title>" + run.run().schema() + "</title>");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return page;
  }
}
