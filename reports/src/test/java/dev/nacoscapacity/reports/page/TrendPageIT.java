package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.reports.compare.ComparedRuns;
import dev.nacoscapacity.reports.compare.Trend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Opens the page of runs over time in Chromium, and asks it what it drew. */
class TrendPageIT extends InChromium {

  /** A folder may be called anything. */
  private static final String HOSTILE = "runs<img src=x onerror=alert(1)>'\"&";

  private static RunRecord withVersion(RunRecord run, String version) {
    return run.withTarget(run.target().withVersion(version));
  }

  @Test
  void shouldDrawAPlotPerFigureAndNameTheFirstRunOutOfBand() throws Exception {
    Path nightly = parent.resolve(HOSTILE);
    for (int i = 0; i < 14; i++) {
      ComparedRuns.night(nightly, i, i < 9 ? 40 + i % 3 : 80);
    }
    for (int i = 14; i < 22; i++) {
      ComparedRuns.night(nightly, i, run -> withVersion(run, "2.2.4"));
    }
    ComparedRuns.night(nightly, 22, run -> run.withInterrupted(true));
    ComparedRuns.night(nightly, 23, 70.0);
    Path page = parent.resolve("trend.html");
    Trend trend = Trend.of(List.of(nightly));
    Files.write(page, ReportPage.of(trend, Language.ENGLISH));

    Tab tab = browser.tab().as(1280, 900, "en-US").open(page.toUri());

    assertThat(tab.text("#runs")).contains("out of band for the worse", HOSTILE, "1.4.1 → 2.2.4");
    assertThat(tab.text("#figures")).contains("beat p99, ms", "night-009, worse");
    assertThat(tab.evaluate("charts.size").asInt()).isEqualTo(trend.figures().size());
    String plot = plot(trend, "beat p99");
    assertThat(points(tab, plot)).contains("[8,42]", "[9,80]", "[23,70]").doesNotContain("null");
    assertThat(
            tab.evaluate(
                    "charts.get('%s').chart.getOption().series.map(s => s.name).join()"
                        .formatted(plot))
                .asText())
        .contains("series 1", "series 2");
    assertThat(
            tab.evaluate("RUN.figures[%s].standings.map((s, i) => i + s).join()".formatted(plot))
                .asText())
        .contains("4unjudged,5within", "8within,9worse", "22unjudged,23worse");
    assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
    assertThat(tab.evaluate("trendTip(RUN.figures[%s], 9).textContent".formatted(plot)).asText())
        .contains(HOSTILE, "80 ms", "worse");
    tab.screenshot(PICTURES.resolve("trend.png"));
    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.requests()).allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));

    tab.evaluate("document.querySelector('[data-language=zh]').click()");
    assertThat(tab.text("h1")).isEqualTo("运行趋势");
    assertThat(tab.text("#runs")).contains("超出正常范围且变差", "设置相同");
    assertThat(points(tab, plot)).contains("[9,80]");
    assertThat(tab.complaints()).isEmpty();
  }

  private static String plot(Trend trend, String name) {
    return String.valueOf(
        trend.figures().stream().map(each -> each.measure().name()).toList().indexOf(name));
  }

  private static String points(Tab tab, String plot) throws Exception {
    return tab.evaluate(
            "charts.get('%s').chart.getOption().series.flatMap(s => s.data).map(d => d.value ?? d)"
                .formatted(plot))
        .toString();
  }
}
