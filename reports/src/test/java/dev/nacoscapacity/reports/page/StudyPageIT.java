package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Opens a study's page in Chromium, and asks it what it drew. */
class StudyPageIT extends InChromium {

  /** A folder may be called anything. */
  private static final String HOSTILE = "400<img src=x onerror=alert(1)>'\"&";

  @Test
  void shouldDrawAPointPerTrialAndTheBracketInBothLanguages() throws Exception {
    Path folder =
        new SampleStudy("safe-capacity")
            .steady("200-steady", 200)
            .recovered("200-trial-1", 200, 9)
            .steady("400-steady", 400)
            .failed(HOSTILE, 400)
            .write(parent.resolve("study"), new Study.Bracket(200, 400), "[200, 400) instances");

    Tab tab =
        browser
            .tab()
            .as(1280, 900, "en-US")
            .open(ReportPage.write(folder, Language.ENGLISH).toUri());

    assertThat(points(tab)).isEqualTo("[[0,200],[2,400],[1,200],[3,400]]");
    assertThat(tab.evaluate("charts.get('recoveries').chart.getOption().series[0].data.length"))
        .hasToString("2");
    assertThat(tab.text("#trials")).contains(HOSTILE);
    tab.screenshot(PICTURES.resolve("study.png"));

    tab.evaluate("document.querySelector('[data-language=zh]').click()");
    assertThat(tab.text("h1")).contains("失去 1 个节点时", "[200, 400) 个实例");
    assertThat(points(tab)).isEqualTo("[[0,200],[2,400],[1,200],[3,400]]");
    assertThat(tab.complaints()).isEmpty();
  }

  private static String points(Tab tab) throws Exception {
    return tab.evaluate(
            "charts.get('sizes').chart.getOption().series.flatMap(s => s.data).map(d => d.value)")
        .toString();
  }
}
