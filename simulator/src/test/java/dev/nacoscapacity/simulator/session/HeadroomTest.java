package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.calibration.Calibration;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.record.Citation;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadroomTest {

  private static final Message ENGINE = Message.of("engines.engine");

  /** What calibrations had before they measured a run's own engine. */
  private static final String BARE_DRIVER = "calls/s";

  // A machine that no other test uses, and that does not exist.
  private static final Machine HERE = new Machine(3, 7, "Linux of this test", "17", Map.of());

  @TempDir Path runs;

  @BeforeEach
  void calibrate() {
    PartResult part =
        new PartResult(
            "engines",
            ENGINE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(
                new Ceiling(Ceiling.HTTP, Ceiling.CALLS, ENGINE, 60_000),
                new Ceiling(Ceiling.HTTP, Ceiling.MEGABYTES, ENGINE, 700),
                new Ceiling(Ceiling.HTTP, Ceiling.PROXY, ENGINE, 18_000),
                new Ceiling(Ceiling.HTTP, BARE_DRIVER, ENGINE, 150_000),
                new Ceiling(Ceiling.GRPC, Ceiling.HOSTS, ENGINE, 960_000)));
    Study.begin(Calibration.KIND, "?", Map.of(), Instant.EPOCH)
        .withMachine(HERE)
        .withTrials(List.of(), List.of(part))
        .write(runs.resolve("calibrated"));
  }

  @Test
  void shouldTellWhatARunBesideTheCalibrationUsedOfIt() {
    Citation citation = Headroom.cited(run("http", 60), runs.resolve("run")).calibration();

    assertThat(citation.calibration()).isEqualTo("calibrated");
    // 9,000 calls/s, of which 3,000 lists of 80 hosts at 250 bytes each.
    assertThat(citation.uses())
        .extracting(Citation.Use::used)
        .containsExactly(9_000.0, 3_000.0 * 80 * 250 / 1e6);
    assertThat(citation.uses().get(0).share()).isEqualTo(0.15);
  }

  @Test
  void shouldNotHoldARunAgainstWhatTheBareDriverDid() {
    Citation citation = Headroom.cited(run("http", 60), runs.resolve("run")).calibration();

    assertThat(citation.uses())
        .extracting(Citation.Use::ceiling)
        .doesNotContain(150_000.0)
        .contains(60_000.0);
  }

  @Test
  void shouldFindItBesideAStudyToo() {
    Path trial = runs.resolve("search").resolve("01-32000");

    assertThat(Headroom.cited(run("http", 60), trial).calibration()).isNotNull();
  }

  @Test
  void shouldHoldARunAgainstTheCeilingsOfItsOwnProtocol() {
    Citation citation = Headroom.cited(run("grpc", 60), runs.resolve("run")).calibration();

    // 3,000 lists of 80 hosts.
    assertThat(citation.uses()).extracting(Citation.Use::used).containsExactly(240_000.0);
  }

  @Test
  void shouldNotGuessTheHostsInTheListsOfUnequalServices() {
    Traffic unequal =
        new Traffic(
            "mine",
            List.of(
                ServiceClass.plain("small", Map.of(10, 300)),
                ServiceClass.plain("large", Map.of(290, 100))));
    Traffic even = Traffic.even(32_000, 399);

    assertThat(used(unequal)).containsExactly(9_000.0);
    assertThat(used(even)).hasSize(2);
  }

  private List<Double> used(Traffic traffic) {
    Workload plain = Workloads.of(32_000, 400, "http");
    ObjectMapper json = new ObjectMapper();
    ObjectNode workload = json.valueToTree(plain);
    workload.set("traffic", json.valueToTree(traffic));
    RunRecord run = run(json.convertValue(workload, Workload.class), 60);
    return Headroom.cited(run, runs.resolve("run")).calibration().uses().stream()
        .map(Citation.Use::used)
        .toList();
  }

  @Test
  void shouldCiteNothingWhereItDoesNotApply() {
    Path elsewhere = runs.resolve("deep/down/in/run");

    assertThat(Headroom.cited(run("http", 60), elsewhere).calibration()).isNull();
    assertThat(Headroom.cited(run("http", 0), runs.resolve("run")).calibration()).isNull();
  }

  private static RunRecord run(String protocol, double windowSeconds) {
    return run(Workloads.of(32_000, 400, protocol), windowSeconds);
  }

  private static RunRecord run(Workload workload, double windowSeconds) {
    Target target = new Target(Target.LOCAL, "1.4.1", List.of("127.0.0.1:8848"), false, null, 10);
    return RunRecord.builder(
            new Tool("simulator", "0.1.0", "abc1234"), Instant.EPOCH, target, workload, HERE)
        .windowSeconds(windowSeconds)
        // The pushes are no calls of ours.
        .operations(Map.of("beat", ended(360_000), "list", ended(180_000), "push", ended(60_000)))
        .build();
  }

  private static OperationResult ended(long calls) {
    return new OperationResult(calls, calls, calls, Map.of(), 0, 0, null, null, null, null);
  }
}
