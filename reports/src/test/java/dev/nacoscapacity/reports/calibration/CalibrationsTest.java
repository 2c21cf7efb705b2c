package dev.nacoscapacity.reports.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.Citation;
import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationsTest {

  private static final Machine HERE = machine(2, "17.0.12");

  private static final Set<String> KEYS = Set.of(Ceiling.CALLS, Ceiling.MEGABYTES);

  @TempDir Path runs;

  @Test
  void shouldFindTheLastOfTheSameMachine() {
    write("old", "2026-01-01T00:00:00Z", HERE, 40_000);
    write("new", "2026-01-02T00:00:00Z", HERE, 50_000);
    write("larger", "2026-01-03T00:00:00Z", machine(8, "17.0.12"), 90_000);

    assertThat(Calibrations.newest(List.of(runs, runs.resolve("none")), HERE, Ceiling.HTTP, KEYS))
        .map(calibration -> calibration.path().getFileName().toString())
        .contains("new");
  }

  @Test
  void shouldStayTheSameMachineWhenJavaIsNewer() {
    write("calibrated", "2026-01-01T00:00:00Z", HERE, 40_000);

    assertThat(Calibrations.newest(List.of(runs), machine(2, "21"), Ceiling.HTTP, KEYS))
        .isPresent();
  }

  @Test
  void shouldPassOverWhatIsNoCalibrationOrHasNoCeiling() throws IOException {
    Files.createDirectories(runs.resolve("damaged"));
    Files.writeString(runs.resolve("damaged").resolve(Study.STUDY_JSON), "{\"schema\": 1, ");
    Study.begin("capacity", "How many?", Map.of(), Instant.EPOCH).write(runs.resolve("search"));
    study("begun", "2026-01-02T00:00:00Z", HERE).write(runs.resolve("begun"));

    assertThat(Calibrations.newest(List.of(runs), HERE, Ceiling.HTTP, KEYS)).isEmpty();
  }

  @Test
  void shouldPassOverWhatWasCalibratedForAnotherProtocolOnly() {
    write("over-http", "2026-01-01T00:00:00Z", HERE, 40_000);

    assertThat(Calibrations.newest(List.of(runs), HERE, Ceiling.GRPC, KEYS)).isEmpty();
  }

  @Test
  void shouldPassOverWhatWasNotCalibratedForTheRun() {
    write("engines", "2026-01-01T00:00:00Z", HERE, 40_000);

    assertThat(Calibrations.newest(List.of(runs), HERE, Ceiling.HTTP, Set.of(Ceiling.PROXY)))
        .isEmpty();
  }

  @Test
  void shouldTakeACeilingThatNamesNoProtocolAsOneOfHttp() throws IOException {
    write("calibrated", "2026-01-01T00:00:00Z", HERE, 40_000);
    Path file = runs.resolve("calibrated").resolve(Study.STUDY_JSON);
    String without = Files.readString(file).replaceAll("\"protocol\"\\s*:\\s*\"http\",", "");
    Files.writeString(file, without);

    assertThat(without).doesNotContain("protocol");
    assertThat(Calibrations.newest(List.of(runs), HERE, Ceiling.HTTP, KEYS)).isPresent();
  }

  @Test
  void shouldHoldARunAgainstTheCeilingsThatApply() {
    write("calibrated", "2026-01-01T00:00:00Z", HERE, 40_000);
    Calibration calibration = Calibration.open(runs.resolve("calibrated"));

    Citation citation =
        Calibrations.cite(calibration, Ceiling.HTTP, Map.of(Ceiling.CALLS, 10_000.0)).orElseThrow();

    assertThat(citation.calibration()).isEqualTo("calibrated");
    assertThat(citation.uses()).hasSize(1);
    assertThat(citation.uses().get(0).share()).isEqualTo(0.25);
    assertThat(Calibrations.cite(calibration, Ceiling.HTTP, Map.of(Ceiling.MEGABYTES, 1.0)))
        .isEmpty();
  }

  private void write(String name, String startedAt, Machine machine, double calls) {
    PartResult part =
        new PartResult(
            "engines",
            new Text("How many?", "多少？"),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(new Ceiling(Ceiling.HTTP, Ceiling.CALLS, new Text("engine", "引擎"), calls)));
    study(name, startedAt, machine).withTrials(List.of(), List.of(part)).write(runs.resolve(name));
  }

  private static Study study(String name, String startedAt, Machine machine) {
    return Study.begin(Calibration.KIND, name, Map.of(), Instant.parse(startedAt)).on(machine);
  }

  private static Machine machine(int cores, String java) {
    return new Machine(cores, 24L << 30, "Linux 6.1", java, Map.of());
  }
}
