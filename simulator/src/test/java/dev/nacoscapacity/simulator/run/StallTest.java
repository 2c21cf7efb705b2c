package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a registry loses while the generator stands still is not the registry's fault. */
class StallTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = SECOND.multipliedBy(18);

  @TempDir private Path folder;

  private ModelFleet fleet;

  /** When an instance's beats began to be lost, in seconds; never without a loss. */
  private double lostSince = Double.MAX_VALUE;

  private boolean suspends;

  @BeforeEach
  void makeFleet() throws IOException {
    fleet = new ModelFleet(folder, "1.4.1");
  }

  @Test
  void shouldNotBlameTheRegistryForAStallInTheSweep() throws Exception {
    RunRecord run = run(minutes(1), Phases.SWEEP, 0, LONG);

    assertThat(run.registry().worst().count(RegistryCount.UNHEALTHY)).isPositive();
    assertThat(run.registry().beyondStalls().count(RegistryCount.UNHEALTHY)).isZero();
    assertThat(run.generator().delays().stalls())
        .singleElement()
        .extracting(Generator.Stall::seconds)
        .satisfies(seconds -> assertThat(seconds).isBetween(17.0, 19.0));
    assertInconclusive(run, "generatorStall");
  }

  /** 18 s of half an hour are no percentile. */
  @Test
  void shouldNotBlameTheRegistryForAStallInALongWindow() throws Exception {
    RunRecord run = run(minutes(30), Phases.MEASURE, 600, LONG);

    assertThat(run.generator().delays().lagMs().p99()).isLessThan(100);
    assertInconclusive(run, "generatorStall");
  }

  @ParameterizedTest
  @ValueSource(strings = {Phases.RAMP, Phases.WARM_UP, Phases.COMPLETION, Phases.DEREGISTER})
  void shouldNotBlameTheRegistryForAStallInAnyOtherPhase(String phase) throws Exception {
    RunRecord run = run(minutes(1), phase, 0, LONG.multipliedBy(2));

    Verdict verdict = judge(run);
    assertThat(verdict.status()).as("%s", verdict.reasons()).isNotEqualTo(Status.FAIL);
    assertThat(run.registry().complete()).isTrue();
  }

  /** By a clock that stood still, too, no beat is late. */
  @Test
  void shouldNotBlameTheRegistryForASuspendedMachine() throws Exception {
    suspends = true;
    RunRecord run = run(minutes(5), Phases.MEASURE, 100, LONG.multipliedBy(2));

    assertThat(run.registry().worst().count(RegistryCount.MISSING)).isPositive();
    assertThat(run.registry().keptBeatingYetDropped()).isZero();
    assertThat(run.generator().delays().stalls())
        .singleElement()
        .satisfies(
            stall -> {
              assertThat(stall.seconds()).isBetween(35.9, 36.1);
              assertThat(stall.windowSeconds())
                  .as("a second, and what follows")
                  .isBetween(60.0, 61.1);
            });
    assertInconclusive(run, "generatorStall");
  }

  @Test
  void shouldFailWhenTheRegistryDropsInstancesBeforeTheStall() throws Exception {
    lostSince = 90;
    RunRecord run = run(minutes(5), Phases.MEASURE, 200, LONG);

    assertThat(judge(run).status()).isEqualTo(Status.FAIL);
  }

  @Test
  void shouldFailWhenAShortStallCannotExplainALoss() throws Exception {
    lostSince = 90;
    RunRecord run = run(minutes(5), Phases.MEASURE, 75, SECOND.multipliedBy(2));

    assertThat(run.generator().delays().stalls())
        .extracting(Generator.Stall::expires)
        .containsExactly(false);
    assertThat(run.registry().beyondStalls().count(RegistryCount.MISSING)).isEqualTo(1);
    assertThat(judge(run).status()).isEqualTo(Status.FAIL);
  }

  private static void assertInconclusive(RunRecord run, String code) {
    Verdict verdict = judge(run);
    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons().get(0)).extracting(Reason::code).isEqualTo(code);
  }

  private static Verdict judge(RunRecord run) {
    return Judge.standard().judge(run, Criteria.defaults());
  }

  private static Duration minutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }

  /** Runs the fleet, and freezes it in a phase. */
  private RunRecord run(Duration window, String phase, int afterSeconds, Duration stall)
      throws Exception {
    fleet.losing(
        call ->
            call.operation == Operation.BEAT
                && call.actor == 0
                && fleet.clock.seconds() > lostSince
                && fleet.clock.seconds() < lostSince + 40);
    return fleet.run(
        settings(window),
        QuietProgress.at(
            phase,
            () ->
                fleet.time.after(
                    SECOND.multipliedBy(afterSeconds).plusMillis(500).toNanos(),
                    () -> {
                      if (suspends) {
                        fleet.fleetTime.suspend(stall);
                      } else {
                        fleet.fleetTime.freeze(stall);
                      }
                    })),
        Scenario.NONE);
  }

  private static Workload settings(Duration window) {
    return Workloads.of(60, 6, "http")
        .withTiming(
            Timing.USUAL
                .withScrape(Duration.ZERO)
                .withWarmUp(SECOND.multipliedBy(5))
                .withDuration(window));
  }
}
