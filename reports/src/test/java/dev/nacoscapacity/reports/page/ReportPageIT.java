package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Opens pages of a run. */
class ReportPageIT extends InChromium {

  private static final int DESKTOP = 1280;
  private static final int PHONE = 390;

  @Test
  void shouldDrawEveryPlotOfASmallRun() throws Exception {
    Path folder = new SampleRun(Runs.judged(Runs.good()), 90).write(parent.resolve("run"));

    Tab tab = open(folder, DESKTOP, "en-US");

    assertThat(tab.text("h1")).contains("Does the registry hold 1,000 instances?", "Pass");
    assertThat(drawn(tab))
        .containsExactlyInAnyOrder(
            "rate latency heat parts registry wrong cpu threads heap gc lag flight trouble"
                .split(" "));
    assertThat(tab.evaluate("charts.get('latency').chart.getOption().series.map(s => s.name)"))
        .map(name -> name.asText())
        .contains("p50", "p99", "p99.9", "max");
    assertThat(tab.evaluate("bandNames()").toString())
        .isEqualTo("[\"ramp\",\"warm-up\",\"measurement window\"]");
    assertThat(tab.text("#operations")).contains("beat", "sweep");
    tab.screenshot(PICTURES.resolve("small-desktop.png"));
    tab.print(PICTURES.resolve("small-print.png"));
    assertSound(tab);
  }

  @Test
  void shouldFitAPhoneInChineseWhenTheReaderPrefersIt() throws Exception {
    Path folder =
        new SampleRun(Runs.judged(Runs.begun(Target.EMBEDDED).build()), 90)
            .write(parent.resolve("run"));

    Tab tab = open(folder, PHONE, "zh-CN");

    assertThat(tab.text("h1")).contains("注册中心能承载 1,000 个实例吗");
    assertThat(tab.text(".stand-in")).contains("没有真实的 Nacos");
    assertThat(tab.text(".reasons")).contains("实例要 15 到 35 秒才会过期");
    assertThat(tab.evaluate("document.documentElement.lang").asText()).isEqualTo("zh-CN");
    assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt()).isEqualTo(PHONE);
    tab.screenshot(PICTURES.resolve("small-phone.png"));
    tab.evaluate("document.querySelector('[data-language=en]').click()");
    assertThat(tab.text("h1")).contains("Does the registry hold 1,000 instances?");
    assertSound(tab);

    Path chinese = ReportPage.write(folder, Language.CHINESE);
    assertThat(browser.tab().as(PHONE, 900, "en-US").open(chinese).text("h1")).contains("注册中心");
  }

  @Test
  @Tag("full")
  void shouldShowFaultsAsBandsAndReasonsFirstWhenTheRunFailed() throws Exception {
    RunRecord failed =
        Runs.good()
            .with()
            .operations(
                Runs.operations(
                    Runs.operation(
                        12_000, 9_000, Map.of("timed out", 700L, "http 500", 41L), 2_400)))
            .registry(
                Runs.registry(Runs.counts(RegistryCount.MISSING, 20)).withKeptBeatingYetDropped(1))
            .notes(
                List.of(
                    Message.asIs("registration came down to a crawl of 27.2/s at 6,251 instances")))
            .build();
    Path folder =
        new SampleRun(Runs.judged(failed), 180).withFault(130).write(parent.resolve("run"));

    Tab tab = open(folder, DESKTOP, "en-US");

    assertThat(tab.text("#verdict")).contains("Fail", "the registry dropped them");
    assertThat(tab.evaluate("bandNames()").toString()).contains("kill node2");
    assertThat(tab.text("#errors")).contains("timed out", "700");
    assertThat(tab.evaluate("charts.get('cpu').chart.getOption().series[2].data[140][1]").isNull())
        .as("a dead node's line has a gap")
        .isTrue();
    tab.screenshot(PICTURES.resolve("failed-desktop.png"));
    tab.evaluate("document.querySelector('[data-zoom=window]').click()");
    assertThat(
            tab.evaluate(
                "[...charts.values()].map(c => c.chart.getOption().dataZoom[0].startValue)"))
        .allSatisfy(from -> assertThat(from.asDouble()).isEqualTo(120_000));
    tab.evaluate("document.querySelector('#plot-latency details').open = true");
    tab.evaluate("new Promise(r => setTimeout(r, 100))");
    assertThat(tab.text("#plot-latency table")).contains("p99.9", "03:04:06");
    assertSound(tab);
    open(folder, PHONE, "en-US").screenshot(PICTURES.resolve("failed-phone.png"));
  }

  @Test
  @Tag("full")
  void shouldShowATrialOfAnExperimentAsATimeline() throws Exception {
    RunRecord trial = Runs.good().withExperiment(Experiments.good());
    trial = trial.withVerdict(Judge.experiment().judge(trial, Criteria.defaults()));
    Path folder = new SampleRun(trial, 240).withFault(50).write(parent.resolve("run"));

    Tab tab = open(folder, DESKTOP, "en-US");

    assertThat(tab.text("#experiment"))
        .contains("Experiment: kill-node", "Trial 1 of 3", "kill node2", "12.5 s");
    assertThat(tab.evaluate("charts.get('experiment').chart.getOption().yAxis[0].data").toString())
        .contains("kill node2", "nodes noticed", "clients' error window");
    assertThat(drawn(tab)).contains("experiment");
    tab.screenshot(PICTURES.resolve("experiment-desktop.png"));
    assertSound(tab);
    Tab phone = open(folder, PHONE, "zh-CN");
    phone.screenshot(PICTURES.resolve("experiment-phone.png"));
    assertSound(phone);
  }

  @Test
  @Tag("full")
  void shouldStaySmallAndKeepPeaksWhenTheRunWasAnHourOf35000() throws Exception {
    Path folder = parent.resolve("run");
    RunRecord run = Runs.good();
    new SampleRun(Runs.judged(run), 3_600).withPeak(2_789).write(folder);

    Tab tab = open(folder, DESKTOP, "en-US");

    assertThat(Files.size(folder.resolve("report.html"))).isLessThan(2_000_000);
    assertThat(tab.evaluate("RUN.calls.t.length").asInt()).isLessThanOrEqualTo(600);
    assertThat(tab.evaluate("Math.max(...RUN.calls.operations.beat.latency.max)").asDouble())
        .isBetween(9_890.0, 9_910.0);
    assertThat(tab.evaluate("Math.max(...RUN.registry.nodes.node4.missing)").asInt()).isOne();
    assertThat(drawn(tab)).hasSize(13);
    tab.screenshot(PICTURES.resolve("large-desktop.png"));
    assertSound(tab);
  }

  @Test
  @Tag("full")
  void shouldSayWhatIsMissingWhenTheRunWasKilled() throws Exception {
    Path folder = new SampleRun(Runs.good(), 40).abandon(parent.resolve("run"));

    Tab tab = open(folder, DESKTOP, "en-US");

    assertThat(tab.text("#verdict")).contains("No verdict", "was killed, or still goes on");
    assertThat(tab.text("#calls")).contains("Totals of the measurement window are missing");
    assertThat(drawn(tab)).hasSize(13);
    tab.screenshot(PICTURES.resolve("killed-desktop.png"));
    assertSound(tab);
  }

  @Test
  @Tag("full")
  void shouldSayThatThereIsNothingToPlotWhenTheRunIsEmpty() throws Exception {
    Path folder = parent.resolve("run");
    Recorder.open(folder, Runs.begun().build()).close();

    Tab tab = open(folder, DESKTOP, "en-US");

    assertThat(tab.evaluate("document.querySelectorAll('figure').length").asInt()).isZero();
    assertThat(tab.text("#calls")).contains("intervals.csv has no rows");
    assertThat(tab.text("#registry")).contains("registry.csv has no rows");
    assertThat(tab.text("#servers")).contains("servers.csv has no rows");
    tab.screenshot(PICTURES.resolve("empty-desktop.png"));
    assertSound(tab);
  }

  @Test
  void shouldFollowARunAndEndAsItsReport() throws Exception {
    Path folder = new SampleRun(Runs.judged(Runs.good()), 40).abandon(parent.resolve("run"));
    try (LivePage live = LivePage.open(0, Language.ENGLISH)) {
      live.show(folder);
      Tab tab = browser.tab().as(DESKTOP, 900, "en-US").open(URI.create(live.url()));
      assertThat(tab.text(".status")).isEqualTo("Running");
      assertThat(drawn(tab)).hasSize(13);
      tab.await("RUN !== DATA.run");

      ReportPage.write(folder, Language.ENGLISH);
      live.over(1);

      tab.await("document.querySelector('.status').innerText === 'No verdict'");
      assertThat(tab.complaints()).isEmpty();
      assertThat(tab.requests()).allMatch(url -> url.startsWith(live.url()));
    }
  }

  @Test
  void shouldRunNoCodeThatNamesAndErrorsBring() throws Exception {
    String script = "</script><script>hacked=1</script>";
    String image = "<img/src=x/onerror=hacked=1>";
    String lines = "a\u2028b\u2029\"'`${hacked=1}<!--";
    RunRecord hostile =
        Runs.good()
            .with()
            .operations(
                Map.of(
                    script,
                    new OperationResult(9, 9, 0, Map.of(image, 9L), 0, 0, null, null, null, null)))
            .notes(List.of(Message.asIs(script + image), Message.asIs(lines)))
            .build();
    Path folder =
        new SampleRun(Runs.judged(hostile), 60)
            .named(List.of(image, script, lines), List.of(script, image))
            .withFault(30)
            .write(parent.resolve("run"));

    Tab tab = open(folder, DESKTOP, "en-US");
    tab.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    tab.evaluate(
        "charts.get('cpu').chart.dispatchAction({type: 'showTip', seriesIndex: 1, dataIndex: 20})");
    tab.evaluate("new Promise(r => setTimeout(r, 200))");

    assertThat(tab.evaluate("typeof hacked").asText()).isEqualTo("undefined");
    assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
    assertThat(tab.evaluate("document.scripts.length").asInt()).isEqualTo(3);
    assertThat(tab.text("#plot-cpu .tip")).contains(image).contains(script);
    assertThat(tab.text("#errors")).contains(image);
    assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt()).isEqualTo(DESKTOP);
    assertThat(drawn(tab)).hasSize(13);
    tab.screenshot(PICTURES.resolve("hostile-desktop.png"));
    assertSound(tab);
  }

  private static Tab open(Path folder, int width, String language) throws Exception {
    Path page = ReportPage.write(folder, Language.ENGLISH);
    Tab tab = browser.tab().as(width, 900, language).open(page);
    tab.evaluate(
        "function bandNames() { return charts.values().next().value.chart.getOption().series[0]"
            + ".markArea.data.map(d => d[0].label.formatter()); }");
    return tab;
  }

  /** The plots whose canvas holds more than one colour. */
  private static List<String> drawn(Tab tab) throws Exception {
    List<String> names = new java.util.ArrayList<>();
    tab.evaluate(
            "[...document.querySelectorAll('figure')].filter(f => { const c ="
                + " f.querySelector('canvas'); const p = new"
                + " Uint32Array(c.getContext('2d').getImageData(0, 0, c.width,"
                + " c.height).data.buffer); return new Set(p).size > 8 &&"
                + " !f.classList.contains('empty'); }).map(f => f.dataset.plot)")
        .forEach(name -> names.add(name.asText()));
    return names;
  }

  private static void assertSound(Tab tab) throws Exception {
    assertThat(tab.text("body")).as("words without their figures").doesNotContainPattern("\\{\\d}");
    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.requests()).hasSize(1).allMatch(url -> url.startsWith("file:"));
  }
}
