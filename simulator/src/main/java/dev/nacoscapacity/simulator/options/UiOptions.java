package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.reports.page.LivePage;
import java.io.IOException;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The report while the run goes on: the option that every command with a fleet shares. */
public final class UiOptions {

  private static final int MOST_PORT = 65535;

  @Option(
      names = "--ui",
      paramLabel = "PORT",
      description =
          "serve the report at http://127.0.0.1:PORT/ while the run goes on; 0 for any free port")
  private Integer port;

  /**
   * Begins to serve what was asked for. Call it before there is any load.
   *
   * @param say told where it is served
   * @return null when nothing was asked for
   * @throws UsageException when the port cannot be had
   */
  public LivePage open(Consumer<String> say) {
    if (port == null) {
      return null;
    }
    if (port < 0 || port > MOST_PORT) {
      throw new UsageException("--ui is a port, 0 to " + MOST_PORT + ", not " + port);
    }
    try {
      LivePage page = LivePage.open(port);
      say.accept("page: " + page.url());
      return page;
    } catch (IOException e) {
      throw new UsageException(
          "--ui cannot have port %d of 127.0.0.1: %s; name another, or 0 for a free one"
              .formatted(port, e.getMessage()));
    }
  }
}
