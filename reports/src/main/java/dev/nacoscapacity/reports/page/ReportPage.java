package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.record.AtomicFile;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.reports.compare.RunComparison;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code report.html}: the content of a folder as a page that opens from disk, without a network.
 */
public final class ReportPage {

  private ReportPage() {}

  /**
   * Writes the page of a run or a study from the files in its folder, and replaces an older page. A
   * study may still be running.
   *
   * @return the page
   * @throws dev.nacoscapacity.core.record.RecordException when the folder contains neither, is
   *     damaged, was written by a newer version, or the page cannot be written
   */
  public static Path write(Path folder) {
    Path page = folder.resolve(RunFolder.REPORT_HTML);
    AtomicFile.write(page, model(folder).html());
    return page;
  }

  private static HtmlPage model(Path folder) {
    return Study.isIn(folder)
        ? StudyModel.of(folder, Study.read(folder))
        : PageModel.of(RunFolder.open(folder), Optional.empty());
  }

  /**
   * Renders the comparison of several runs.
   *
   * @return the page
   * @throws dev.nacoscapacity.core.record.RecordException when a run's files are damaged
   */
  public static byte[] of(RunComparison comparison) {
    return new CompareModel(comparison, CompareData.of(comparison)).html();
  }
}
