package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.record.AtomicFile;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.compare.Trend;
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
   * @param language in which the page opens; English leaves it to the reader's browser
   * @return the page
   * @throws RecordException when the folder contains neither, is damaged, was written by a newer
   *     version, or is a study that this one does not show, or the page cannot be written
   */
  public static Path write(Path folder, Language language) {
    Path page = folder.resolve(RunFolder.REPORT_HTML);
    AtomicFile.write(page, model(folder).html(language));
    return page;
  }

  private static HtmlPage model(Path folder) {
    if (!Study.isIn(folder)) {
      return PageModel.of(RunFolder.open(folder), Optional.empty());
    }
    return StudyModel.of(folder, Study.read(folder));
  }

  /**
   * Renders the comparison of several runs.
   *
   * @param language as for {@link #write}
   * @return the page
   * @throws RecordException when a run's files are damaged
   */
  public static byte[] of(RunComparison comparison, Language language) {
    return new CompareModel(comparison, CompareData.of(comparison)).html(language);
  }

  /** Renders runs over time. */
  public static byte[] of(Trend trend, Language language) {
    return new TrendModel(trend).html(language);
  }
}
