package dev.nacoscapacity.reports.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that open pages in Chromium, and ask it what it drew. They are skipped where there is none.
 * Pictures stay in target/screenshots.
 */
abstract class InChromium {

  static final Path PICTURES = Path.of("target", "screenshots");

  /** One for all classes, since it takes long to start; JUnit closes it. */
  static Browser browser;

  @RegisterExtension
  static final BeforeAllCallback STARTED_ONCE =
      context ->
          browser =
              context
                  .getRoot()
                  .getStore(Namespace.create(InChromium.class))
                  .getOrComputeIfAbsent(Browser.class, type -> start(), Browser.class);

  @TempDir Path parent;

  private static Browser start() {
    Optional<Path> chromium = Browser.installed();
    assumeTrue(
        chromium.isPresent(), "no Chromium here, so no page was opened: apt-get install chromium");
    try {
      // Its helpers may write there for a moment after it has ended.
      return Browser.start(chromium.get(), Files.createTempDirectory("chromium-"));
    } catch (Exception e) {
      throw new AssertionError("Chromium did not start", e);
    }
  }
}
