package dev.nacoscapacity.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nacoscapacity.core.record.Citation;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {

  private static final Machine HERE = machine(2, "17.0.12");

  private static final Map<String, Double> USED =
      Map.of(Ceiling.CALLS, 10_000.0, Ceiling.MEGABYTES, 1.0);

  private static final Ceiling PROXY = ceiling(Ceiling.PROXY, 20_000);

  @TempDir Path runs;

  @Test
  void shouldFindTheLastOfTheSameMachine() {
    write("old", "2026-01-01T00:00:00Z", HERE, 40_000);
    write("new", "2026-01-02T00:00:00Z", HERE, 50_000);
    write("larger", "2026-01-03T00:00:00Z", machine(8, "17.0.12"), 90_000);

    assertThat(Calibration.cite(List.of(runs, runs.resolve("none")), HERE, Ceiling.HTTP, USED))
        .map(Citation::calibration)
        .contains("new");
  }

  @Test
  void shouldStayTheSameMachineWhenJavaIsNewer() {
    write("calibrated", "2026-01-01T00:00:00Z", HERE, 40_000);

    assertThat(Calibration.cite(List.of(runs), machine(2, "21"), Ceiling.HTTP, USED)).isPresent();
  }

  @Test
  void shouldPassOverWhatIsNoCalibrationOrHasNoCeiling() throws IOException {
    Files.createDirectories(runs.resolve("damaged"));
    Files.writeString(runs.resolve("damaged").resolve(Study.STUDY_JSON), "{\"schema\": 2, ");
    Study.begin("capacity", "How many?", Map.of(), Instant.EPOCH).write(runs.resolve("search"));
    study("begun", "2026-01-02T00:00:00Z", HERE).write(runs.resolve("begun"));

    assertThat(Calibration.cite(List.of(runs), HERE, Ceiling.HTTP, USED)).isEmpty();
  }

  @Test
  void shouldPassOverAStudyThatIsEmptyOrLacksItsParts() throws IOException {
    write("whole", "2026-01-01T00:00:00Z", HERE, 40_000);
    write("timeless", "2026-01-02T00:00:00Z", HERE, 50_000);
    Path timeless = runs.resolve("timeless").resolve(Study.STUDY_JSON);
    Files.writeString(
        timeless, Files.readString(timeless).replace("\"startedAt\"", "\"elsewhere\""));
    for (String damaged : List.of("", "null", "{\"schema\": 2, \"asked\": {}}")) {
      Path folder = Files.createDirectories(runs.resolve("damaged-" + damaged.length()));
      Files.writeString(folder.resolve(Study.STUDY_JSON), damaged);
    }

    assertThat(Calibration.cite(List.of(runs), HERE, Ceiling.HTTP, USED))
        .map(Citation::calibration)
        .contains("whole");
  }

  @Test
  void shouldPassOverWhatWasCalibratedForAnotherProtocolOnly() {
    write("over-http", "2026-01-01T00:00:00Z", HERE, 40_000);

    assertThat(Calibration.cite(List.of(runs), HERE, Ceiling.GRPC, USED)).isEmpty();
  }

  @Test
  void shouldPassOverWhatWasNotCalibratedForTheRun() {
    write("engines", "2026-01-01T00:00:00Z", HERE, 40_000);

    assertThat(Calibration.cite(List.of(runs), HERE, Ceiling.HTTP, Map.of(Ceiling.PROXY, 1.0)))
        .isEmpty();
  }

  @Test
  void shouldCiteEachCeilingsLastCalibrationWhenPartsWereCalibratedApart() {
    write("both", "2026-01-01T00:00:00Z", HERE, ceiling(Ceiling.CALLS, 40_000), PROXY);
    write("engines", "2026-01-02T00:00:00Z", HERE, ceiling(Ceiling.CALLS, 50_000));
    Map<String, Double> used = Map.of(Ceiling.CALLS, 10_000.0, Ceiling.PROXY, 10_000.0);

    Citation citation = Calibration.cite(List.of(runs), HERE, Ceiling.HTTP, used).orElseThrow();

    assertThat(citation.calibration()).isEqualTo("engines");
    assertThat(citation.uses())
        .extracting(Citation.Use::ceiling, Citation.Use::earlier)
        .containsExactly(tuple(50_000.0, null), tuple(20_000.0, "both"));
  }

  @Test
  void shouldTakeACeilingThatNamesNoProtocolAsOneOfHttp() throws IOException {
    write("calibrated", "2026-01-01T00:00:00Z", HERE, 40_000);
    Path file = runs.resolve("calibrated").resolve(Study.STUDY_JSON);
    String without = Files.readString(file).replaceAll("\"protocol\"\\s*:\\s*\"http\",", "");
    Files.writeString(file, without);

    assertThat(without).doesNotContain("protocol");
    assertThat(Calibration.cite(List.of(runs), HERE, Ceiling.HTTP, USED)).isPresent();
  }

  @Test
  void shouldHoldARunAgainstTheCeilingsThatApply() {
    write("calibrated", "2026-01-01T00:00:00Z", HERE, 40_000);

    Citation citation = Calibration.cite(List.of(runs), HERE, Ceiling.HTTP, USED).orElseThrow();

    assertThat(citation.calibration()).isEqualTo("calibrated");
    assertThat(citation.uses()).hasSize(1);
    assertThat(citation.uses().get(0).share()).isEqualTo(0.25);
  }

  private void write(String name, String startedAt, Machine machine, double calls) {
    write(name, startedAt, machine, ceiling(Ceiling.CALLS, calls));
  }

  private void write(String name, String startedAt, Machine machine, Ceiling... ceilings) {
    PartResult part =
        new PartResult(
            "engines",
            Message.of("engines.question"),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(ceilings));
    study(name, startedAt, machine).withTrials(List.of(), List.of(part)).write(runs.resolve(name));
  }

  private static Ceiling ceiling(String key, double value) {
    return new Ceiling(Ceiling.HTTP, key, Message.of("engines.engine"), value);
  }

  private static Study study(String name, String startedAt, Machine machine) {
    return Study.begin(Calibration.KIND, name, Map.of(), Instant.parse(startedAt))
        .withMachine(machine);
  }

  private static Machine machine(int cores, String java) {
    return new Machine(cores, 24L << 30, "Linux 6.1", java, Map.of());
  }
}
