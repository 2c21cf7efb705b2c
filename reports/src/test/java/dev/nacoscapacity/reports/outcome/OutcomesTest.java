package dev.nacoscapacity.reports.outcome;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Workload;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class OutcomesTest {

  @TempDir private Path folder;

  private final List<String> names = new ArrayList<>();
  private final List<Map<String, Object>> trials = new ArrayList<>();

  private static RunRecord good() {
    return Runs.judged(Runs.good());
  }

  /** Beats are late. */
  private static RunRecord late() {
    return Runs.judged(
        Runs.good()
            .withOperations(Runs.operations(Runs.operation(12_000, 12_000, Map.of(), 4_000))));
  }

  private static RunRecord unsure() {
    return Runs.judged(Runs.good().withGenerator(Runs.generator(900, 0)));
  }

  private Path write(String name, RunRecord run) {
    Path path = folder.resolve(name);
    try (Recorder recorder = Recorder.open(path, run)) {
      recorder.finish(run);
    }
    return path;
  }

  private OutcomesTest row(String round, String until, RunRecord run) {
    String name = "0%d-1000".formatted(names.size() + 1);
    write(name, run);
    names.add(name);
    Map<String, Object> trial = new LinkedHashMap<>();
    trial.put("round", round);
    trial.put("status", run.verdict().status().word());
    if (until != null) {
      trial.put("until", until);
    }
    trials.add(trial);
    return this;
  }

  private Outcomes study(String kind, String answer) {
    Study study =
        Study.begin(kind, "Does it hold?", Map.of(), Instant.EPOCH).withTrials(names, trials);
    (answer == null ? study : study.withAnswer(null, answer)).write(folder);
    return Outcomes.of(folder);
  }

  @Test
  void shouldComeToTheWorstOfItsRows() {
    row("a", null, good()).row("b", null, unsure());
    assertThat(study("plan", "1 of 2").status()).isEqualTo(Status.INCONCLUSIVE);

    row("c", null, late());
    assertThat(study("plan", "1 of 3").status()).isEqualTo(Status.FAIL);
  }

  @Test
  void shouldNotPassBeforeAllWasRun() {
    row("a", null, good());

    assertThat(study("plan", null).status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(study("plan", "1 of 1").status()).isEqualTo(Status.PASS);
  }

  @Test
  void shouldNotCountWhatFailedBeforeTheRowOfItsRoundThatPasses() {
    row("a", "pass", late()).row("a", "pass", good());
    assertThat(study("plan", "1 of 2").status()).isEqualTo(Status.PASS);

    row("b", "pass", late()).row("b", "pass", late());
    assertThat(study("plan", "1 of 4").status()).isEqualTo(Status.FAIL);
  }

  @Test
  void shouldCountARoundThatLooksForAFailureWhenItFoundBothBounds() {
    row("a", "fail", good()).row("a", "fail", late());
    assertThat(study("plan", "1 of 2").status()).isEqualTo(Status.PASS);

    row("b", "fail", good()).row("b", "fail", unsure());
    assertThat(study("plan", "2 of 4").status()).isEqualTo(Status.INCONCLUSIVE);

    row("c", "fail", late());
    assertThat(study("plan", "2 of 5").status()).isEqualTo(Status.FAIL);
  }

  @Test
  void shouldRefuseAStudyWhoseTrialsFailOnPurpose() {
    row("a", null, late());

    assertThatThrownBy(() -> study("capacity", "1,000 pass"))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("'capacity'");
  }

  @Test
  void shouldWriteATestCasePerRun() throws Exception {
    row("a", "pass", late()).row("a", "pass", good()).row("b < \"c\" \u0001", null, late());
    row(null, null, unsure());

    Document xml = parse(JUnitXml.of(List.of(study("plan", "1 of 4"))));

    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("4");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(child(suite, 0, "skipped").getAttribute("message"))
        .startsWith("Another row of the round passes. beat: latency p99 was 4,000 ms");
    assertThat(child(suite, 1, "system-out").getTextContent())
        .contains("kept: beat p99 40 ms (≤ 1,000 ms)");
    assertThat(testCase(suite, 2).getAttribute("name")).isEqualTo("03-1000 (b < \"c\" ?)");
    assertThat(child(suite, 2, "failure").getTextContent())
        .contains("broken: beat p99 4,000 ms (≤ 1,000 ms)")
        .contains("What to do: docs/troubleshooting.md#latency\n");
    assertThat(testCase(suite, 3).getAttribute("name")).isEqualTo("04-1000");
    assertThat(child(suite, 3, "error").getAttribute("message")).contains("scheduler lag p99");
  }

  @Test
  void shouldNotShowABuildAGreenSuiteOfAPlanThatEndedBeforeItsTime() throws Exception {
    row("a", null, good());

    Outcomes cut = study("plan", null);

    Element suite =
        (Element) parse(JUnitXml.of(List.of(cut))).getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("2");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(MarkdownSummary.table(List.of(cut), Language.ENGLISH).lines(Format.JSON))
        .anyMatch(line -> line.contains("inconclusive"));
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(UTF_8)));
  }

  private static Element testCase(Element suite, int number) {
    return (Element) suite.getElementsByTagName("testcase").item(number);
  }

  private static Element child(Element suite, int number, String name) {
    return (Element) testCase(suite, number).getElementsByTagName(name).item(0);
  }

  @Test
  void shouldSummarizeARunWithItsReasonsAndBounds() {
    Outcomes run = Outcomes.of(write("late", late()));

    assertThat(MarkdownSummary.of(run, Language.ENGLISH))
        .startsWith("## late: FAIL")
        .anyMatch(line -> line.startsWith("| late | 1,000 | fail | 300 | 4,000.0 | beat: latency"))
        .contains(
            "- What to do: docs/troubleshooting.md#latency",
            "| beat p99 | 4,000 ms | ≤ 1,000 ms | broken |",
            "| Missing instances | 0 | 0 | kept |");
  }

  @Test
  void shouldSummarizeTheApiThatARunCalledAtARate() {
    RunRecord run = good();
    ApiRate rate = new ApiRate(ApiRate.Api.QUERY, 200, false);
    OperationResult lists = run.operations().get("beat");
    Workload fleet = run.workload();
    Population all = fleet.population();
    Outcomes api =
        Outcomes.of(
            write(
                "api",
                run.withWorkload(
                        fleet.withPopulation(all.withTraffic(all.traffic().withRate(rate))))
                    .withOperations(Map.of("list", lists))));

    assertThat(MarkdownSummary.of(api, Language.ENGLISH))
        .anyMatch(
            line ->
                line.contains("| requests/s | beat p99 ms | API | answered/s | API p99 ms | why |"))
        .anyMatch(line -> line.contains("| query 200/s | 200 | 40.0 |"));
  }

  @Test
  void shouldSummarizeAPlanAndDetailItsFailures() {
    row("a", "pass", late()).row("a", "pass", good()).row("b", null, late());

    List<String> lines = MarkdownSummary.of(study("plan", "1 of 3"), Language.ENGLISH);

    assertThat(lines)
        .contains("Does it hold? 1 of 3 pass, 1 fail.")
        .anyMatch(line -> line.startsWith("| 01-1000 (a) | 1,000 | fail (superseded) |"))
        .contains("### 03-1000 (b)")
        .doesNotContain("### 01-1000 (a)", "### 02-1000 (a)");
  }

  @Test
  void shouldShowTheStagesOfARunInItsLanguage() {
    RunRecord run = good();
    Outcomes grown = Outcomes.of(write("grown", run.withStages(List.of(Runs.stage(500, run)))));

    assertThat(MarkdownSummary.of(grown, Language.ENGLISH))
        .anyMatch(line -> line.startsWith("| stage | verdict | missing | unhealthy | calls | "))
        .anyMatch(line -> line.startsWith("| 500 | PASS | 0 | 0 | beat | "))
        .anyMatch(line -> line.contains("required, achieved: a second; p50 to max: latency in ms"));
    assertThat(MarkdownSummary.of(grown, Language.CHINESE))
        .anyMatch(line -> line.startsWith("| 级 | 判定 | 缺失 | 不健康 | 调用 | 要求 | 实际 | "));
  }

  @Test
  void shouldMarkAPrediction() throws Exception {
    Outcomes run = Outcomes.of(write("model", Runs.predicted(good())));

    assertThat(MarkdownSummary.of(run, Language.ENGLISH))
        .contains("> model: a prediction, not a measurement");
    assertThat(JUnitXml.of(List.of(run))).contains("model: a prediction, not a measurement");
  }

  @Test
  void shouldNotCallARunThatWasKilledAPass() {
    Outcomes run = Outcomes.of(write("killed", Runs.begun().build()));

    assertThat(run.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(String.join("\n", MarkdownSummary.of(run, Language.ENGLISH)))
        .contains("The run ended before it had a verdict.");
  }
}
