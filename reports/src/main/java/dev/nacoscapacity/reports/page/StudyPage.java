package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.reports.record.PageFile;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Study;
import java.nio.file.Path;

/**
 * A study as a page of its own, {@code report.html} beside its {@code study.json}: the answer, a
 * row a trial with a link to its run's page, and the sizes that were tried. It serves every kind of
 * study: what a trial's row holds is shown as it is.
 */
public final class StudyPage {

  private StudyPage() {}

  /**
   * Makes a study's page from its folder, in place of an older one. The study may still go on.
   *
   * @return the page
   * @throws dev.nacoscapacity.reports.record.RecordException when there is no study, it is damaged,
   *     a newer version wrote it, or the page cannot be written
   */
  public static Path write(Path folder) {
    StudyModel model = StudyModel.of(folder, Study.read(folder));
    Path page = folder.resolve(RunFolder.REPORT_HTML);
    PageFile.write(page, Template.html("study.jte", model).getBytes(UTF_8));
    return page;
  }
}
