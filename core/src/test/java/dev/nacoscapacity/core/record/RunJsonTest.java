package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.verdict.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
            .experiment(Experiments.good())
            .build();
    run = Runs.judged(failed);
    json = Json.MAPPER.valueToTree(run);
  }

  @Test
  void shouldReadBackTheStages() throws IOException {
    RunRecord grown = run.withStages(List.of(Runs.stage(500, run), Runs.stage(1_000, run)));

    JsonNode stage = Json.MAPPER.valueToTree(grown).at("/stages/0");

    assertThat(names(stage))
        .isEqualTo("instances beginSeconds endSeconds status reasons operations worst");
    assertThat(stage.path("status").textValue()).isEqualTo("fail");
    assertThat(read(Json.MAPPER.writeValueAsString(grown))).isEqualTo(grown);
  }

  @Test
  void shouldReadBackByWhichBoundARunEnded() throws IOException {
    RunRecord ended =
        run.withAbort(new Abort(Threshold.parse("beat.p99<500ms abort after 30s"), 812.4, 31.5));

    JsonNode written = Json.MAPPER.valueToTree(ended).path("abort");

    assertThat(written.path("threshold").textValue()).isEqualTo("beat.p99<=500ms abort after 30s");
    assertThat(read(Json.MAPPER.writeValueAsString(ended))).isEqualTo(ended);
  }

  @Test
  void shouldReadBackWhatWasWritten() throws IOException {
    assertThat(read(json.toString())).isEqualTo(run);
  }

  /** The JTL of a plan tells neither limits of time nor threads nor whose a token is. */
  @Test
  void shouldLeaveOutOfAPlanWhatAJtlCannotTell() {
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
    assertThat(names(json))
        .isEqualTo(
            "schema tool startedAt durationSeconds windowSeconds interrupted source target workload"
                + " machine generator operations lifecycle registry servers work notes experiment"
                + " verdict");
    assertThat(json.path("schema").intValue()).isEqualTo(2);
    assertThat(json.path("startedAt").textValue()).isEqualTo("2026-01-02T03:04:05.678Z");
    assertThat(json.at("/generator/lagMs/p999").doubleValue()).isEqualTo(1.8);
    assertThat(json.at("/operations/beat/failed/timeout").intValue()).isEqualTo(90);
    assertThat(json.at("/operations/beat/poolWaitMs/p99").doubleValue()).isEqualTo(10);
    assertThat(names(json.path("registry")))
        .isEqualTo(
            "worst byNode beatGapMs complete unswept keptBeatingYetDropped neverAppeared"
                + " beyondStalls");
    assertThat(names(json.path("operations"))).isEqualTo("beat list");
    assertThat(json.at("/registry/byNode/127.0.0.1:8848/missing").isIntegralNumber()).isTrue();
    assertThat(json.at("/verdict/status").textValue()).isEqualTo("fail");
    assertThat(json.at("/verdict/reasons/0/severity").textValue()).isEqualTo("errors");
    assertThat(json.at("/verdict/criteria/beat.p99").doubleValue()).isEqualTo(1_000);
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
  void shouldReadPartsThatAreAbsentAsUnknown() throws IOException {
    json.retain("schema", "tool", "workload");

    RunRecord bare = read(json.toString());

    assertThat(bare.operations()).isEmpty();
    assertThat(bare.registry()).isNull();
    assertThat(bare.experiment()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldSayWhichVersionToUseWhenTheSchemaIsAnother(int schema) {
    json.put("schema", schema);

    assertRefused(json.toString(), "has schema " + schema, "use version 0.1.0");
  }

  @Test
  void shouldSayThatAFileIsDamagedWhenItIsCutShort() {
    assertRefused(json.toString().substring(0, json.toString().length() / 2), "damaged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "7", "{\"schema\":2}", "{\"a\":2}"})
  void shouldRefuseWhatAnotherToolWrote(String text) {
    assertRefused(text, "not written by this tool");
  }

  @Test
  void shouldRefuseAFieldOfTheWrongKind() {
    json.put("startedAt", "yesterday");

    assertRefused(json.toString(), "run.json");
  }

  private void assertRefused(String text, String... words) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(RecordException.class)
        .message()
        .contains(words);
  }

  private static String names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return String.join(" ", names);
  }

  private RunRecord read(String text) throws IOException {
    Files.writeString(folder.resolve("run.json"), text);
    return RunFolder.open(folder).run();
  }
}
