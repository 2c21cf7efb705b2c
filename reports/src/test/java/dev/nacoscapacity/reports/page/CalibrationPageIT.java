package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nacoscapacity.core.calibration.SampleCalibration;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Opens a calibration's page in Chromium, and asks it what it drew. */
class CalibrationPageIT {

  private static final Path PICTURES = Path.of("target", "screenshots");

  /** Chromium's helpers may write there for a moment after it has ended. */
  @TempDir(cleanup = CleanupMode.NEVER)
  Path profile;

  @TempDir Path folder;

  @Test
  void shouldDrawABarACaseInBothLanguages() throws Exception {
    Optional<Path> chromium = Browser.installed();
    assumeTrue(
        chromium.isPresent(), "no Chromium here, so no page was opened: apt-get install chromium");
    Path page = ReportPage.write(SampleCalibration.write(folder));
    try (Browser browser = Browser.start(chromium.get(), profile)) {
      Tab tab = browser.tab().as(1280, 900, "en-US").open(page);

      assertThat(tab.evaluate("bars[0].chart.getOption().series[0].data").toString())
          .isEqualTo("[50,700]");
      assertThat(tab.evaluate("bars[0].chart.getOption().yAxis[0].data[1]").asText())
          .isEqualTo(SampleCalibration.HOSTILE);
      assertThat(tab.text("#metrics-engines")).isEqualTo("mean, from the release");
      assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
      assertThat(tab.complaints()).isEmpty();
      assertThat(tab.requests())
          .allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
      tab.screenshot(PICTURES.resolve("calibration.png"));

      tab.evaluate("document.querySelector('[data-language=zh]').click()");

      assertThat(tab.text("h1")).isEqualTo("校准");
      assertThat(tab.text("#metrics-engines")).isEqualTo("平均（自放行起）");
    }
  }
}
