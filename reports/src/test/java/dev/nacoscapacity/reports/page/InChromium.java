package dev.nacoscapacity.reports.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that open pages in Chromium, and ask it what it drew. They are skipped where there is none.
 * Pictures stay in target/screenshots.
 */
abstract class InChromium {

  static final Path PICTURES = Path.of("target", "screenshots");

  /** Chromium's helpers may write there for a moment after it has ended. */
  @TempDir(cleanup = CleanupMode.NEVER)
  static Path profile;

  static Browser browser;

  @TempDir Path parent;

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> chromium = Browser.installed();
    assumeTrue(
        chromium.isPresent(), "no Chromium here, so no page was opened: apt-get install chromium");
    browser = Browser.start(chromium.get(), profile);
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
      browser = null;
    }
  }
}
