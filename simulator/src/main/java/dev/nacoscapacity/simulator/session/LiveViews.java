package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.reports.page.LivePage;
import dev.nacoscapacity.simulator.metrics.MetricsEndpoint;
import dev.nacoscapacity.simulator.options.LiveOptions;
import dev.nacoscapacity.simulator.run.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The live views of a session's runs, where they are requested. */
record LiveViews(Optional<MetricsEndpoint> metrics, Optional<LivePage> page)
    implements AutoCloseable {

  static LiveViews open(LiveOptions options, Language language, Consumer<String> progress) {
    Optional<MetricsEndpoint> metrics = options.openMetrics(language, progress);
    try {
      return new LiveViews(metrics, options.openPage(language, progress));
    } catch (RuntimeException e) {
      metrics.ifPresent(MetricsEndpoint::close);
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
    return metrics.map(endpoint -> endpoint.metrics(name(run), dilation, tags));
  }

  /** Called when a run is over and judged. */
  void over(Path run, RunRecord record) {
    metrics.ifPresent(
        endpoint ->
            endpoint.over(
                name(run), record.workload().instances(), record.verdict().status().word()));
  }

  private static String name(Path run) {
    return run.getFileName().toString();
  }

  @Override
  public void close() {
    page.ifPresent(shown -> shown.over(ClusterClock.dilationHere()));
    page.ifPresent(LivePage::close);
    metrics.ifPresent(MetricsEndpoint::close);
  }
}
