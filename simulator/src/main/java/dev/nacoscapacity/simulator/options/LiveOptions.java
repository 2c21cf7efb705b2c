package dev.nacoscapacity.simulator.options;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.reports.page.LivePage;
import dev.nacoscapacity.simulator.metrics.SessionMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Options for live views of a run: metrics, and the report's page. */
public final class LiveOptions {

  private static final String TOKEN = "NACOS_CAPACITY_METRICS_TOKEN";
  private static final int MAX_PORT = 65535;

  @Option(
      names = "--prometheus",
      paramLabel = "[HOST:]PORT",
      description =
          "serve live metrics at http://HOST:PORT/metrics, in Prometheus's format; 0 for any free"
              + " port; without HOST on loopback. Whoever scrapes has to send $"
              + TOKEN
              + " as a bearer token, if that is set, or else HOST:PORT as the Host header")
  private String prometheus;

  @Option(
      names = "--ui",
      paramLabel = "PORT",
      description =
          "serve the report at http://127.0.0.1:PORT/ while the run goes on; 0 for any free port")
  private Integer ui;

  /**
   * Starts the server for live metrics, if {@code --prometheus} was given. Call before the load
   * begins.
   *
   * @param language of that line
   * @param progress receives a line with the URL
   * @throws UsageException when the port is not available
   */
  public void serve(SessionMetrics metrics, Language language, Consumer<String> progress) {
    if (prometheus == null) {
      return;
    }
    int colon = prometheus.lastIndexOf(':');
    String host = prometheus.substring(0, Math.max(0, colon)).replaceAll("[\\[\\]]", "");
    InetAddress address = address(host);
    String token = System.getenv(TOKEN);
    UsageException.unless(
        token != null || !address.isAnyLocalAddress(),
        "--prometheus",
        "on every address wants a token: export " + TOKEN + ", or name one address");
    String url =
        open(
            "--prometheus",
            host.isEmpty() ? "127.0.0.1" : host,
            port("--prometheus", prometheus.substring(colon + 1)),
            port ->
                metrics.serve(new InetSocketAddress(address, port), Optional.ofNullable(token)));
    progress.accept(language.say("progress.metrics", with("url", url)));
  }

  /**
   * Starts the server for the report's page. Call before the load begins.
   *
   * @param language in which the page opens
   * @param progress receives a line with the URL
   * @return empty when {@code --ui} was not given
   * @throws UsageException when the port is not available
   */
  public Optional<LivePage> openPage(Language language, Consumer<String> progress) {
    if (ui == null) {
      return Optional.empty();
    }
    LivePage page =
        open("--ui", "127.0.0.1", port("--ui", ui), port -> LivePage.open(port, language));
    progress.accept(language.say("progress.page", with("page", page.url())));
    return Optional.of(page);
  }

  /**
   * Refuses options that a model does not support.
   *
   * @throws UsageException when such an option is given
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

  private static InetAddress address(String host) {
    try {
      return host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new UsageException("--prometheus", "names no host's address: '" + host + "'");
    }
  }

  private static int port(String option, String text) {
    UsageException.unless(
        text.matches("-?\\d{1,9}"), option, "is a port, or HOST:PORT, not '%s'".formatted(text));
    return port(option, Integer.parseInt(text));
  }

  private static int port(String option, int port) {
    UsageException.unless(
        port >= 0 && port <= MAX_PORT,
        option,
        "is a port, 0 to %d, not %d".formatted(MAX_PORT, port));
    return port;
  }

  private static <T> T open(String option, String host, int port, Opener<T> opener) {
    try {
      return opener.open(port);
    } catch (IOException e) {
      throw new UsageException(
          option,
          "cannot have port %d of %s: %s; name another, or 0 for a free one"
              .formatted(port, host, e.getMessage()));
    }
  }
}
