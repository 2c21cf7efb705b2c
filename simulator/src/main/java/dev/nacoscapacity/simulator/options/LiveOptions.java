package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.reports.page.LivePage;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The option for a live view of a run: the report's page. */
public final class LiveOptions {

  private static final int MAX_PORT = 65535;

  @Option(
      names = "--ui",
      paramLabel = "PORT",
      description =
          "serve the report at http://127.0.0.1:PORT/ while the run goes on; 0 for any free port")
  private Integer ui;

  /**
   * Starts the server for the report's page. Call before the load begins.
   *
   * @param progress receives a line with the URL
   * @return empty when {@code --ui} was not given
   * @throws UsageException when the port is not available
   */
  public Optional<LivePage> openPage(Consumer<String> progress) {
    if (ui == null) {
      return Optional.empty();
    }
    UsageException.unless(
        ui >= 0 && ui <= MAX_PORT, "--ui", "is a port, 0 to %d, not %d".formatted(MAX_PORT, ui));
    LivePage page;
    try {
      page = LivePage.open(ui);
    } catch (IOException e) {
      throw new UsageException(
          "--ui",
          "cannot have port %d of 127.0.0.1: %s; name another, or 0 for a free one"
              .formatted(ui, e.getMessage()));
    }
    progress.accept("page: " + page.url());
    return Optional.of(page);
  }
}
