package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.RunFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code report.html}: a run as a page that opens from disk, without a network. */
public final class ReportPage {

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
    return run.writePage(html(model(run, null)).getBytes(UTF_8));
  }

  /** The page of a run that goes on. */
  static PageModel live(Path folder, long number) {
    return model(RunFolder.open(folder), number);
  }

  private static PageModel model(RunFolder run, Long liveNumber) {
    List<String> damages = new ArrayList<>();
    List<Event> events = PageData.rows(run::events, damages);
    ExperimentView experiment = ExperimentView.of(run.run().experiment());
    PageData data = PageData.of(run, events, experiment, damages);
    String name = run.path().toAbsolutePath().getFileName().toString();
    return new PageModel(run.run(), name, damages, events, experiment, data, liveNumber);
  }

  static String html(PageModel model) {
    return Template.html("page.jte", model);
  }
}
