package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.reports.page.LivePage;
import dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint;
import java.io.IOException;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** What shows a run from outside while it goes on: live metrics, and the report's page. */
public final class LiveOptions {

  private static final int HIGHEST_PORT = 65535;

  @Option(
      names = "--prometheus",
      paramLabel = "PORT",
      description =
          "serve live metrics at http://127.0.0.1:PORT/metrics, in Prometheus's format; 0 for any"
              + " free port")
  private Integer prometheus;

  @Option(
      names = "--ui",
      paramLabel = "PORT",
      description =
          "serve the report at http://127.0.0.1:PORT/ while the run goes on; 0 for any free port")
  private Integer ui;

  /**
   * Begins to serve live metrics. Call it before there is any load.
   *
   * @param progress takes a line with the URL
   * @return null when {@code --prometheus} was not given
   * @throws UsageException when the port cannot be had
   */
  public MetricsEndpoint openMetrics(Consumer<String> progress) {
    MetricsEndpoint endpoint = open("--prometheus", prometheus, MetricsEndpoint::open);
    if (endpoint != null) {
      progress.accept("metrics: " + endpoint.url());
    }
    return endpoint;
  }

  /**
   * Begins to serve the report's page. Call it before there is any load.
   *
   * @param progress takes a line with the URL
   * @return null when {@code --ui} was not given
   * @throws UsageException when the port cannot be had
   */
  public LivePage openPage(Consumer<String> progress) {
    LivePage page = open("--ui", ui, LivePage::open);
    if (page != null) {
      progress.accept("page: " + page.url());
    }
    return page;
  }

  /**
   * Finds what a model cannot honour.
   *
   * @throws UsageException when there is such
   */
  void requireForModel() {
    if (prometheus != null) {
      throw new UsageException(
          "--prometheus",
          "is scraped as the seconds pass, and a model's pass faster: leave it out, or follow the"
              + " run with --ui");
    }
  }

  private interface Opener<T> {
    T open(int port) throws IOException;
  }

  private static <T> T open(String option, Integer port, Opener<T> opener) {
    if (port == null) {
      return null;
    }
    UsageException.unless(
        port >= 0 && port <= HIGHEST_PORT,
        option,
        "is a port, 0 to %d, not %d".formatted(HIGHEST_PORT, port));
    try {
      return opener.open(port);
    } catch (IOException e) {
      throw new UsageException(
          option,
          "cannot have port %d of 127.0.0.1: %s; name another, or 0 for a free one"
              .formatted(port, e.getMessage()));
    }
  }
}
