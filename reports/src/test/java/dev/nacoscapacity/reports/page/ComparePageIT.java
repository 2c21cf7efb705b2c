package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.reports.compare.ComparedRuns;
import dev.nacoscapacity.reports.compare.RunComparison;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Opens pages of several runs. */
class ComparePageIT extends InChromium {

  /** A folder may be called anything. */
  private static final String HOSTILE = "on<img src=x onerror=alert(1)>'\"&";

  @Test
  void shouldDrawALinePerRunOnTheSameAxes() throws Exception {
    Tab tab =
        open(
            "two.html",
            ComparedRuns.write(parent.resolve("off"), false, 60, 20),
            ComparedRuns.write(parent.resolve(HOSTILE), true, 90, 50));

    assertThat(tab.evaluate("charts.get('compareP99').chart.getOption().series.map(s => s.name)"))
        .map(name -> name.asText())
        .contains("A off", "B " + HOSTILE);
    assertThat(tab.evaluate("PLOTS.compareP99().lines.map(l => Math.max(...l.values))").toString())
        .matches("\\[21(\\.\\d+)?,51(\\.\\d+)?\\]");
    assertThat(tab.evaluate("RUN.window.map(Math.round)").toString()).isEqualTo("[10,100]");
    assertThat(tab.text("#runs")).contains("target.auth", "false", "true", HOSTILE);
    assertThat(tab.text("#figures")).contains("beat p99 by second");
    assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
    tab.screenshot(PICTURES.resolve("compare-desktop.png"));
    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.requests()).allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));

    tab.evaluate("document.querySelector('[data-language=zh]').click()");
    assertThat(tab.text("h1")).isEqualTo("运行对比");
  }

  @Test
  void shouldSayWhyThereIsNothingToDraw() throws Exception {
    RunFolder nothing = new RunFolder(parent.resolve("nothing"), Runs.begun().build());

    Tab tab = open("none.html", nothing, nothing);

    assertThat(tab.text("#plots")).contains("Nothing to plot");
    assertThat(tab.text("#runs")).contains("Run A ended before its window");
    assertThat(tab.complaints()).isEmpty();
  }

  private Tab open(String name, RunFolder... runs) throws Exception {
    Path page = parent.resolve(name);
    Files.write(page, ReportPage.of(RunComparison.of(List.of(runs)), Language.ENGLISH));
    return browser.tab().as(1280, 900, "en-US").open(page.toUri());
  }
}
