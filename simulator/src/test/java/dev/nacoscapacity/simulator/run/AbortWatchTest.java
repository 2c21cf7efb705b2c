package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Abort;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.simulator.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbortWatchTest {

  private static final int BEATS = 100;

  private final StopSignal stop = new StopSignal();
  private double at = 40;

  private AbortWatch watch(String... thresholds) {
    Criteria criteria =
        Stream.of(thresholds)
            .map(Threshold::parse)
            .reduce(Criteria.defaults(), Criteria::with, (one, other) -> other);
    AbortWatch watch =
        new AbortWatch(Workloads.begun(Workloads.of(60, 6, "http")).build(), criteria, stop);
    second(watch, Phases.COMPLETION, slow(900));
    watch.phase(Phases.MEASURE, Duration.ofSeconds(60));
    return watch;
  }

  /** Watches seconds of the window until one of them ends the run, and returns its number. */
  private int secondsUntilStopped(AbortWatch watch, int most, Consumer<RunStats> figures) {
    for (int second = 1; second <= most; second++) {
      second(watch, Phases.MEASURE, figures);
      if (stop.request().isPresent()) {
        return second;
      }
    }
    return 0;
  }

  private void second(AbortWatch watch, String phase, Consumer<RunStats> figures) {
    RunStats stats = new RunStats(List.of("node1", "node2"));
    figures.accept(stats);
    watch.second(new RunSecond(++at, phase, 0, 60, 60, 1, stats));
  }

  private static Consumer<RunStats> slow(int ms) {
    return stats -> {
      var beats = stats.of(Operation.BEAT);
      beats.add(OperationCount.REQUIRED, BEATS);
      beats.add(OperationCount.OK, BEATS);
      for (int call = 0; call < BEATS; call++) {
        beats.record(LatencyPart.LATENCY, ms * 1_000_000L);
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    "beat.p99<500ms abort, 10",
    "beat.p99<500ms abort after 30s, 30",
    "beat.p99<500ms abort after 0s, 1",
    "beat.p50<500ms abort after 2s, 2",
    "beat.p99<900ms abort, 0",
    "beat.p99<500ms, 0",
  })
  void shouldEndTheRunOnceItsBoundIsBrokenForThatLong(String threshold, int after) {
    AbortWatch watch = watch(threshold);

    assertThat(secondsUntilStopped(watch, 40, slow(600))).isEqualTo(after);
    assertThat(watch.abort().map(Abort::afterSeconds).orElse(0.0)).isEqualTo(after);
  }

  @Test
  void shouldSayByWhichFigureTheRunEnded() {
    AbortWatch watch = watch("missing<=3 abort after 2s", "beat.p99<500ms abort after 5s");

    secondsUntilStopped(
        watch,
        9,
        slow(100).andThen(stats -> stats.node(1).set(RegistryCount.MISSING, at > 42 ? 7L : 0L)));

    StopSignal.Request request = stop.request().orElseThrow();
    assertThat(request.cause()).isEqualTo(StopSignal.Cause.BOUND);
    assertThat(request.reason().text())
        .isEqualTo("Stopped after 3 s of the window, since missing was 7 (bound ≤ 3).");
    assertThat(watch.abort().orElseThrow().threshold()).hasToString("missing<=3 abort after 2s");
    assertThat(stop.interruption()).isEmpty();
    assertThat(stop.protection()).isEmpty();
  }

  /** Calls that are under way take nothing from what was achieved; those left out do. */
  @Test
  void shouldCountAsAchievedWhatEndedOfWhatIsDecided() {
    AbortWatch watch = watch("achieved>99% abort after 0s");
    Consumer<RunStats> underWay =
        slow(1).andThen(stats -> stats.of(Operation.LISTEN).add(OperationCount.REQUIRED, BEATS));

    assertThat(secondsUntilStopped(watch, 5, underWay)).isZero();
    assertThat(
            secondsUntilStopped(
                watch,
                1,
                underWay.andThen(
                    stats -> stats.of(Operation.BEAT).add(OperationCount.SKIPPED, 10))))
        .isEqualTo(1);
  }

  /** Each plateau of a staged run has a window of its own. */
  @Test
  void shouldBeginAnewWithEachWindow() {
    AbortWatch watch = watch("beat.p99<500ms abort after 5s");
    secondsUntilStopped(watch, 4, slow(600));
    second(watch, Phases.RAMP, slow(600));
    watch.phase(Phases.MEASURE, Duration.ofSeconds(60));

    assertThat(secondsUntilStopped(watch, 9, slow(100))).isZero();
  }

  @Test
  void shouldLeaveTheRunToWhatEndedItBefore() {
    AbortWatch watch = watch("beat.p99<500ms abort after 1s");
    stop.stop(StopSignal.Cause.INTERRUPTED, Message.asIs("interrupted by the test"));

    secondsUntilStopped(watch, 1, slow(600));

    assertThat(watch.abort()).isEmpty();
  }
}
