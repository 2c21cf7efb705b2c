package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJsonTest {

  @TempDir Path folder;
  private RunRecord run;
  private ObjectNode json;

  @BeforeEach
  void judgeAFailedRun() {
    RunRecord failed =
        Runs.good()
            .with()
            .operations(Runs.operations(Runs.operation(12_000, 9_000, Map.of("timeout", 90L), 40)))
            .experiment(killed())
            .build();
    run = failed.withVerdict(Judge.standard().judge(failed, Criteria.defaults()));
    json = Json.MAPPER.valueToTree(run);
  }

  private static Experiment killed() {
    return new Experiment(
        new Experiment.Design(
            "kill-node",
            1,
            3,
            new Experiment.Hypothesis(0.001, 30, 1.2, 10, 0, Map.of()),
            List.of(new Experiment.Action("kill", 1, "random", 0, 30.0, Map.of()))),
        List.of(new Experiment.Stage("gate", 20, 50.5)),
        List.of(new Experiment.Fault("kill", "node2", true, 80L, 61.5, 50, 50.1, 50.2, 50.2, null)),
        new Experiment.Baseline(20, 50, 300, 0, 5, 12),
        new Experiment.Effects(
            List.of(new Experiment.Detection("node2", 0.3, null, null, 2)),
            new Experiment.Outage(2, 50.5, 51.5, 2, 3, 1.5, 2),
            Map.of("missing", new Experiment.Deviation(4, 40, 0)),
            new Experiment.Loss(0, 2, 0),
            new Experiment.Recovery(false, null, null, Message.of("steady.notHealed")),
            List.of(new Experiment.Rejoin("node2", 20.0, 22.0, null, null)),
            Map.of("register", new Experiment.Storm(0, 12)),
            Map.of()),
        null);
  }

  @Test
  void shouldReadBackWhatWasWritten() throws IOException {
    assertThat(read(json.toString())).isEqualTo(run);
  }

  /** The JTL of a plan tells neither limits of time nor threads nor whose a token is. */
  @Test
  void shouldTellOfAPlanWhatItsResultsTell() {
    List<String> told =
        List.of("login", "threads", "callTimeoutSeconds", "registrationGraceSeconds");
    JsonNode plan = Json.MAPPER.valueToTree(run.workload().withThreads(0));

    assertThat(json.path("workload").fieldNames()).toIterable().containsAll(told);
    assertThat(plan.fieldNames())
        .toIterable()
        .contains("instances")
        .doesNotContainAnyElementsOf(told);
  }

  @Test
  void shouldNameFieldsAsTheDesignDoes() {
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "schema",
            "tool",
            "startedAt",
            "durationSeconds",
            "windowSeconds",
            "interrupted",
            "source",
            "target",
            "workload",
            "machine",
            "generator",
            "operations",
            "lifecycle",
            "registry",
            "servers",
            "work",
            "notes",
            "experiment",
            "verdict");
    assertThat(json.path("schema").intValue()).isEqualTo(2);
    assertThat(json.path("startedAt").textValue()).isEqualTo("2026-01-02T03:04:05.678Z");
    assertThat(json.at("/generator/lagMs/p999").doubleValue()).isEqualTo(1.8);
    assertThat(json.at("/operations/beat/failed/timeout").intValue()).isEqualTo(90);
    assertThat(json.at("/operations/beat/poolWaitMs/p99").doubleValue()).isEqualTo(10);
    assertThat(json.path("registry").fieldNames())
        .toIterable()
        .containsExactly(
            "worst",
            "byNode",
            "beatGapMs",
            "complete",
            "unswept",
            "keptBeatingYetDropped",
            "neverAppeared",
            "beyondStalls");
    assertThat(json.at("/registry/byNode/127.0.0.1:8848/missing").isIntegralNumber()).isTrue();
    assertThat(json.at("/verdict/status").textValue()).isEqualTo("fail");
    assertThat(json.at("/verdict/reasons/0/severity").textValue()).isEqualTo("errors");
    assertThat(json.at("/verdict/criteria/beatP99Ms").doubleValue()).isEqualTo(1_000);
  }

  @Test
  void shouldReadWhatAnEarlierVersionSaidOfAnImport() throws IOException {
    JsonNode earlier = ((ObjectNode) json.deepCopy()).without("source");

    assertThat(read(earlier.toString()).source()).isEqualTo(Source.FLEET);
    assertThat(read(((ObjectNode) earlier).put("closedLoop", true).toString()).source())
        .isEqualTo(Source.PLAN_JTL);
  }

  @Test
  void shouldLeaveOutWhatIsNotKnown() {
    assertThat(json.path("workload").has("traffic")).isFalse();
    assertThat(json.path("generator").has("standInCpuSeconds")).isFalse();
    assertThat(json.has("guardStop")).isFalse();
  }

  @Test
  void shouldIgnoreFieldsOfALaterVersion() throws IOException {
    json.put("weather", "fine");
    ((ObjectNode) json.path("target")).put("moon", "full");
    ((ObjectNode) json.path("registry")).put("tide", 3);

    assertThat(read(json.toString())).isEqualTo(run);
  }

  @Test
  void shouldTakeTheWaitOfAStepForWhatItIsInRecordsThatCalledItAMoment() throws IOException {
    ObjectNode step = (ObjectNode) json.at("/experiment/method/0");
    step.remove("afterSeconds");
    step.put("atSeconds", 7);

    assertThat(read(json.toString()).experiment().design().method().get(0).afterSeconds())
        .isEqualTo(7);
  }

  @Test
  void shouldReadPartsThatAreAbsentAsUnknown() throws IOException {
    json.retain("schema", "tool", "workload");

    RunRecord bare = read(json.toString());

    assertThat(bare.operations()).isEmpty();
    assertThat(bare.registry()).isNull();
    assertThat(bare.experiment()).isNull();
  }

  @Test
  void shouldSayWhichVersionToUseWhenTheSchemaIsAnother() {
    for (int other : new int[] {1, 3}) {
      json.put("schema", other);

      assertThatThrownBy(() -> read(json.toString()))
          .isInstanceOf(RecordException.class)
          .hasMessageContaining("has schema %d, and this version reads 2".formatted(other))
          .hasMessageContaining("use version 0.1.0 of the tool");
    }
  }

  @Test
  void shouldSayThatAFileIsDamagedWhenItIsCutShort() {
    String whole = json.toString();

    assertThatThrownBy(() -> read(whole.substring(0, whole.length() / 2)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("damaged or cut short");
  }

  @Test
  void shouldRefuseWhatAnotherToolWrote() {
    for (String foreign : new String[] {"", "[]", "null", "7", "{\"schema\":2}", "{\"a\":2}"}) {
      assertThatThrownBy(() -> read(foreign))
          .isInstanceOf(RecordException.class)
          .hasMessageContaining("not written by this tool");
    }
  }

  @Test
  void shouldRefuseAFieldOfTheWrongKind() {
    json.put("startedAt", "yesterday");

    assertThatThrownBy(() -> read(json.toString()))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("run.json");
  }

  @Test
  void shouldKeepTheOrderOfOperations() {
    JsonNode operations = json.path("operations");

    assertThat(operations.fieldNames()).toIterable().containsExactly("beat", "list");
  }

  private RunRecord read(String text) throws IOException {
    Files.writeString(folder.resolve("run.json"), text);
    return RunFolder.open(folder).run();
  }
}
