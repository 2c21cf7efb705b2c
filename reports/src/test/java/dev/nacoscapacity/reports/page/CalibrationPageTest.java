package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.calibration.SampleCalibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationPageTest {

  @TempDir Path folder;

  @Test
  void shouldShowMedianRangeOutcomeAndClaims() throws IOException {
    String html = body(ReportPage.write(SampleCalibration.write(folder)));

    assertThat(html)
        .contains("<td>50<br><span class=\"note\">40 – 60</span></td>")
        .contains("<td class=\"left bad\">OutOfMemoryError</td>")
        .contains("<td>0.23</td><td>0.40 (0.35 – 0.50)</td>")
        .contains("no JDK 21 or newer found: install one", "data-zh=\"未找到 JDK 21 或更高版本：")
        .contains("66,125 calls/s")
        .doesNotContain("nothing has this</span></th>");
  }

  @Test
  void shouldLeaveNoNameForMarkup() throws IOException {
    String html = body(ReportPage.write(SampleCalibration.write(folder)));

    assertThat(html)
        .contains("<td class=\"left\">&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;")
        .doesNotContain("<td class=\"left\"></script>")
        .doesNotContain("because </script><img src=x onerror=alert(1)>'\"&");
  }

  @Test
  void shouldSaySoWhenInterrupted() throws IOException {
    String html = body(ReportPage.write(SampleCalibration.writeInterrupted(folder)));

    assertThat(html).contains("Interrupted: only what was measured");
  }

  private static String body(Path page) throws IOException {
    String html = Files.readString(page);
    return html.substring(html.indexOf("<main>"), html.indexOf("</main>"));
  }
}
