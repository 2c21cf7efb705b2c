package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.reports.page.LivePage;
import dev.nacoscapacity.simulator.metrics.SessionMetrics;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The live views of a session's runs, where they are requested. */
record LiveViews(SessionMetrics metrics, Optional<LivePage> page) implements AutoCloseable {

  static LiveViews open(RunOptions options, Consumer<String> progress) {
    Language language = options.language();
    SessionMetrics metrics = new SessionMetrics();
    try {
      options.live().serve(metrics, language, progress);
      return new LiveViews(metrics, options.live().openPage(language, progress));
    } catch (RuntimeException e) {
      metrics.close();
      throw e;
    }
  }

  /** Shows the page of a folder, whose content may follow soon. */
  void show(Path folder) {
    page.ifPresent(shown -> shown.show(folder));
  }

  /**
   * The listener that passes a run's figures on to the metrics.
   *
   * @param run the folder of its record
   * @param dilation how many times slower than the wall's its time runs, 1 for as fast
   * @param tags of the run
   */
  Optional<Progress> progress(Path run, double dilation, Map<String, String> tags) {
    return metrics.begin(name(run), dilation, tags).map(Progress.class::cast);
  }

  /** Called when a run is over and judged. */
  void over(Path run, RunRecord record) {
    metrics.over(name(run), record.measuredInstances(), record.verdict().status().word());
  }

  private static String name(Path run) {
    return run.getFileName().toString();
  }

  @Override
  public void close() {
    page.ifPresent(shown -> shown.over(ClusterClock.dilationHere()));
    page.ifPresent(LivePage::close);
    metrics.close();
  }
}
