package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.reports.page.LivePage;
import dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint;
import dev.nacoscapacity.simulator.session.Session;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Who looks on from outside while trials go on, each as it was asked for.
 *
 * @param metrics null when nobody asked
 * @param page null when nobody asked
 */
record LiveViews(MetricsEndpoint metrics, LivePage page) implements AutoCloseable {

  /** Opens what was asked for, and says where it is. */
  static LiveViews open(TrialOptions options, Consumer<String> say) {
    MetricsEndpoint metrics = options.metrics.open(say);
    try {
      return new LiveViews(metrics, options.ui.open(say));
    } catch (RuntimeException e) {
      if (metrics != null) {
        metrics.close();
      }
      throw e;
    }
  }

  /** Shows them a run that is about to begin. */
  void show(Session session, Path folder) {
    if (metrics != null) {
      session.alsoTell(metrics::metrics);
    }
    show(folder);
  }

  /** Shows them what this folder holds, or soon will. */
  void show(Path folder) {
    if (page != null) {
      page.show(folder);
    }
  }

  /** No run follows. */
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
