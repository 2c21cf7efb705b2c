package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.reports.page.LivePage;
import dev.nacoscapacity.simulator.metrics.MetricsEndpoint;
import dev.nacoscapacity.simulator.options.LiveOptions;
import dev.nacoscapacity.simulator.run.Progress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The live views of a session's runs.
 *
 * @param metrics null when not requested
 * @param page null when not requested
 */
record LiveViews(MetricsEndpoint metrics, LivePage page) implements AutoCloseable {

  static LiveViews open(LiveOptions options, Consumer<String> progress) {
    MetricsEndpoint metrics = options.openMetrics(progress);
    try {
      return new LiveViews(metrics, options.openPage(progress));
    } catch (RuntimeException e) {
      new LiveViews(metrics, null).close();
      throw e;
    }
  }

  /** Shows the page of a folder, whose content may follow soon. */
  void show(Path folder) {
    if (page != null) {
      page.show(folder);
    }
  }

  /**
   * The listener that passes a run's figures on to the metrics.
   *
   * @param run the folder of its record
   */
  Optional<Progress> progress(Path run) {
    return Optional.ofNullable(metrics).map(endpoint -> endpoint.metrics(name(run)));
  }

  /** Called when a run is over and judged. */
  void over(Path run, RunRecord record) {
    if (metrics != null) {
      metrics.over(name(run), record.workload().instances(), record.verdict().status().word());
    }
  }

  private static String name(Path run) {
    return run.getFileName().toString();
  }

  @Override
  public void close() {
    if (page != null) {
      page.over();
      page.close();
    }
    if (metrics != null) {
      metrics.close();
    }
  }
}
