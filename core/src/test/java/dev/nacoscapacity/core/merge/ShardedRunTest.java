package dev.nacoscapacity.core.merge;

import static dev.nacoscapacity.core.merge.ShardFolder.micros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.OperationRow;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RegistryRow;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardedRunTest extends TwoShards {

  private static final Duration LATE = Duration.ofMillis(800);

  private void twoGoodShards() {
    begin(1).finish(List.of(100L, 200L), "the same", "mine");
    begin(2).finish(List.of(9_000L), "the same");
  }

  private static long ok(OperationRow row) {
    return row.stats().count(OperationCount.OK);
  }

  /** How many are expected and present, and beats of which a node knows nothing. */
  private static List<Long> listed(RegistryRow row) {
    return Stream.of(
            RegistryCount.EXPECTED, RegistryCount.PRESENT, RegistryCount.UNKNOWN_INSTANCE_BEATS)
        .map(row.stats()::count)
        .toList();
  }

  /** Over gRPC each instance subscribes to so many services, in whichever shard it is. */
  @Test
  void shouldNotSumUpSubscriptionsOverGrpc() {
    Map<String, Object> both = Map.of("protocol", "http=0.7,grpc=0.3", "subscribe", 2);
    begin(1, Duration.ZERO, both).finish(List.of(100L));
    begin(2, Duration.ZERO, both).finish(List.of(200L));

    RunRecord merged = merged();

    assertThat(merged.workload().clients().overGrpc().orElseThrow().subscribe()).isEqualTo(2);
    assertThat(merged.workload().instances()).isEqualTo(2_000);
  }

  @Test
  void shouldAddUpCountsAndMergeDistributions() {
    twoGoodShards();

    RunRecord merged = merged();

    assertThat(merged.workload().population().shard()).isEqualTo(Shard.WHOLE);
    assertThat(merged.workload().instances()).isEqualTo(2_000);
    assertThat(merged.workload().services()).isEqualTo(24);
    assertThat(merged.workload().connections()).hasValue(40);
    assertThat(merged.workload().population().servicePrefix()).isEqualTo("run-1");
    assertThat(merged.windowSeconds()).isEqualTo(60);
    assertThat(merged.interrupted()).isFalse();
    assertThat(merged.notes())
        .extracting(Message::text)
        .containsExactly("the same", "shard 1/2: mine");

    OperationResult beat = merged.operations().get("beat");
    assertThat(beat.required()).isEqualTo(7);
    assertThat(beat.ok()).isEqualTo(3);
    assertThat(beat.failed()).isEqualTo(Map.of("timed out", 2L));
    assertThat(beat.achieved()).isEqualTo(5);
    assertThat(beat.skipped()).isEqualTo(2);
    assertThat(beat.failoverRetries()).isEqualTo(6);
    assertThat(beat.latencyMs())
        .isEqualTo(Percentiles.ofMicros(micros(100, 200, 9_000)).orElseThrow());
    assertThat(beat.retriesMs()).isEqualTo(beat.latencyMs());
    assertThat(merged.pushes()).isEqualTo(Pushes.ofMicros(micros(100, 200, 9_000)).orElseThrow());
    assertThat(merged.changes())
        .isEqualTo(
            new Changes(3, 0, 3, Percentiles.ofMicros(micros(100, 200, 9_000)).orElseThrow()));
  }

  @Test
  void shouldSumUpTheCountsOfEachNodeAndTakeTheWorst() {
    twoGoodShards();

    RegistryResult registry = merged().registry();

    RegistryStats both = Runs.counts(ShardFolder.FAULTS);
    both.add(Runs.counts(ShardFolder.FAULTS));
    assertThat(registry.byNode().get("127.0.0.1:8848")).isEqualTo(both);
    assertThat(registry.worst().count(RegistryCount.MISSING)).isEqualTo(2);
    assertThat(registry.worst().count(RegistryCount.UNKNOWN_INSTANCE_BEATS)).isEqualTo(3 * 6);
    assertThat(registry.keptBeatingYetDropped()).isEqualTo(2);
    assertThat(registry.complete()).isTrue();
    assertThat(registry.unswept()).isZero();
    assertThat(registry.beatGapMs()).isEqualTo(new RegistryResult.BeatGap(5_000, 5_000));
  }

  @Test
  void shouldSumUpTheGeneratorsButNotTheNodesThatAllWatched() {
    twoGoodShards();

    RunRecord merged = merged();

    Generator generator = merged.generator();
    assertThat(generator.cpu().cpuSeconds()).isEqualTo(7);
    assertThat(generator.cpu().standInCpuSeconds()).isNull();
    assertThat(generator.cpu().jitCpuSeconds()).isEqualTo(2.5);
    assertThat(generator.requests()).isEqualTo(36_240);
    assertThat(generator.requestsPerCpuSecond()).isEqualTo(36_240 / 7.0);
    assertThat(generator.processes()).isEqualTo(2);
    assertThat(generator.memory().residentMaxBytes()).isEqualTo(320_000_000);
    Generator withParent = generator.withParent(2.0, 80_000_000L);
    assertThat(withParent.processes()).isEqualTo(3);
    assertThat(withParent.cpu().standInCpuSeconds()).isEqualTo(2);
    assertThat(withParent.memory().residentMaxBytes()).isEqualTo(400_000_000);
    assertThat(generator.memory().heapMaxBytes()).isEqualTo(176_000_000);
    assertThat(generator.memory().bytesPerInstance()).isEqualTo(1_204);
    assertThat(generator.connections()).isEqualTo(new Generator.Connections(60, 40, true, 9.007));
    assertThat(generator.gcPauseMs()).isEqualTo(new Generator.GcPause(24, 91, 1));
    assertThat(generator.delays().lagMs())
        .isEqualTo(Generator.Lag.ofMicros(micros(100, 200, 9_000)));
    assertThat(merged.servers()).isEqualTo(RunFolder.open(folder(1)).run().servers());
  }

  @Test
  void shouldWriteOneRunWithItsVerdictIntoAFolder() {
    twoGoodShards();

    RunRecord merged = merged();

    assertThat(merged.verdict().status()).isEqualTo(Status.FAIL);
    assertThat(RunFolder.open(parent.resolve("merged")).run()).isEqualTo(merged);
    assertThat(RunFolder.open(parent.resolve("merged")).measuredHistograms())
        .containsOnlyKeys(
            ("beat.latency beat.retries beat.poolWait beat.service all.schedulerLag all.boundWait"
                    + " beat.gap push.run change.run change.superseded")
                .split(" "))
        .satisfies(
            measured -> assertThat(measured.get("beat.latency").getTotalCount()).isEqualTo(3));
  }

  @Test
  void shouldBeJudgedByTheBoundsOfItsShards() {
    Criteria lenient = Criteria.defaults().withMinWindow(Duration.ofSeconds(30));
    begin(1).judgedBy(lenient).finish(List.of(1L));
    begin(2).judgedBy(lenient).finish(List.of(2L));

    assertThat(ShardedRun.open(folders()).criteria()).isEqualTo(lenient);
  }

  @Test
  void shouldRefuseShardsThatWereJudgedByDifferentBounds() {
    Criteria lenient = Criteria.defaults().withMinWindow(Duration.ofSeconds(30));
    begin(1).judgedBy(lenient).finish(List.of(1L));
    begin(2).judgedBy(Criteria.defaults()).finish(List.of(2L));
    ShardedRun run = ShardedRun.open(folders());

    assertThatThrownBy(run::criteria)
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("different bounds");
  }

  @Test
  void shouldUseTheUsualBoundsWhenNoShardCameToItsVerdict() {
    twoGoodShards();

    assertThat(ShardedRun.open(folders()).criteria()).isEqualTo(Criteria.defaults());
  }

  @Test
  void shouldAlignTheSecondsOfShardsThatBeganApart() {
    begin(1)
        .phase(10, "measure")
        .second(11.001, "measure", 10, 90, 100)
        .second(12.3, "measure", 11, 80, 200)
        .phase(13, "sweep")
        .finish(List.of());
    begin(2, LATE, Map.of())
        .phase(9.202, "measure")
        .second(10.25, "measure", 20, 100, 300)
        .second(11.21, "measure", 21, 100, 9_000, 9_000)
        .phase(13, "sweep")
        .message(13.5, "done")
        .finish(List.of());

    RunFolder merged = mergedFolder();
    assertThat(merged.intervals())
        .extracting(
            OperationRow::seconds,
            row -> ok(row),
            row -> row.stats().get(OperationCount.IN_FLIGHT).orElse(null))
        .containsExactly(tuple(11.05, 30L, 14L), tuple(12.3, 32L, 14L));
    assertThat(merged.intervals())
        .extracting(OperationRow::p50Ms)
        .containsExactly(0.1, micros(9_000).getValueAtPercentile(50) / 1e3);
    assertThat(merged.histograms().get("beat.latency").getTotalCount()).isEqualTo(5);
    assertThat(merged.registryRows())
        .extracting(ShardedRunTest::listed)
        .containsExactly(List.of(200L, 190L, 10L), List.of(200L, 180L, 10L));
    assertThat(merged.serverRows()).extracting(ServerRow::seconds).containsExactly(11.001, 12.3);
    assertThat(merged.events())
        .extracting(Event::seconds, Event::fields)
        .containsExactly(
            tuple(10.0, Map.of("phase", "measure")),
            tuple(13.0, Map.of("phase", "sweep")),
            tuple(14.3, Map.of("text", "done", "shard", "2/2")));
  }

  @Test
  void shouldTakeASecondsPhaseFromAShardThatHasCalls() {
    begin(1).phase(0, "measure").idle(1, 90).finish(List.of());
    begin(2).phase(0, "measure").second(1.01, "sweep", 1, 70).finish(List.of());

    assertThat(mergedFolder().intervals()).extracting(OperationRow::phase).containsExactly("sweep");
  }

  @Test
  void shouldWriteEachSecondBeforeTheNextIsAddedUp() {
    ShardFolder.begin(folder(1), "1/1")
        .phase(0, "measure")
        .second(1, "measure", 1, 90, 100)
        .second(2, "measure", 1, 90, 100)
        .second(3, "measure", 1, 90, 100)
        .finish(List.of());
    List<ShardRun> shards =
        List.of(ShardRun.of(RunFolder.open(folder(1)), new RunStats(List.of()), Duration.ZERO));
    Path all = parent.resolve("all");
    List<Integer> written = new ArrayList<>();
    ToDoubleFunction<Instant> spy =
        moment -> {
          written.add(RunFolder.open(all).intervals().size());
          return Duration.between(ShardFolder.START, moment).toMillis() / 1e3;
        };

    try (Recorder recorder = Recorder.open(all, Runs.begun().build())) {
      new MergedSeconds(ShardFolder.START, spy).addTo(recorder, shards);
    }

    assertThat(written).containsExactly(0, 1, 2);
    assertThat(RunFolder.open(all).histograms().get("beat.latency").getTotalCount()).isEqualTo(3);
  }

  @Test
  void shouldKeepAStateThatAShardLeftOutForASecondAndForgetItWhenTheShardHasEnded() {
    ShardFolder first = begin(1).phase(0, "measure");
    for (int second = 1; second <= 4; second++) {
      first.second(second, "measure", 1, 90);
    }
    first.finish(List.of());
    begin(2)
        .phase(0, "measure")
        .second(1, "measure", 1, 70)
        .second(3, "measure", 1, 60)
        .finish(List.of());

    assertThat(mergedFolder().registryRows())
        .extracting(ShardedRunTest::listed)
        .containsExactly(
            List.of(200L, 160L, 10L),
            List.of(200L, 160L, 5L),
            List.of(200L, 150L, 10L),
            List.of(100L, 90L, 5L));
  }

  @Test
  void shouldCallTheRunInterruptedAndNameTheShardWhenAProcessDied() {
    begin(1).second(1, "ramp", 5, 50).finish(List.of(100L));
    begin(2).second(1, "ramp", 6, 50).die();

    RunRecord merged = merged();

    assertThat(merged.interrupted()).isTrue();
    assertThat(merged.verdict().status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(merged.notes()).singleElement().asString().contains("shard 2/2");
    assertThat(merged.workload().instances()).isEqualTo(2_000);
    assertThat(RunFolder.open(parent.resolve("merged")).intervals())
        .extracting(ShardedRunTest::ok)
        .containsExactly(11L);
  }

  @Test
  void shouldMergeEvenWhenEveryProcessDied() {
    begin(1).die();
    begin(2).die();

    RunRecord merged = merged();

    assertThat(merged.verdict().status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(merged.generator()).isNull();
  }

  @Test
  void shouldRefuseShardsThatDifferInASetting() {
    begin(1).finish(List.of());
    begin(2, LATE, Map.of("seed", 7)).finish(List.of());

    assertRefused("seed is 42 in the one and 7 in the other");
  }

  @Test
  void shouldBeInconclusiveAndNameTheShardThatIsMissing() {
    ShardFolder.begin(folder(1), "1/3").finish(List.of(1L));
    ShardFolder.begin(folder(2), "2/3").finish(List.of(2L));

    RunRecord merged = merged();

    assertThat(merged.interrupted()).isTrue();
    assertThat(merged.verdict().status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(merged.notes()).singleElement().asString().contains("missing: shard 3 of 3");
    assertThat(merged.operations().get("beat").ok()).isEqualTo(2);
  }

  /** The same run as without skew, but for the note on what is over a second. */
  @ParameterizedTest
  @CsvSource({"200, 0", "-200, 0", "7300, 1", "-86400000, 1"})
  void shouldTakeTheSkewOfAClockOutOfTheMomentsOfItsShard(long millis, int notes) {
    Duration ahead = Duration.ofMillis(millis);
    begin(1)
        .withClock(3_000)
        .phase(10, "measure")
        .second(11.001, "measure", 10, 90, 100)
        .second(12, "measure", 11, 80, 200)
        .finish(List.of(1L));
    begin(2, ahead, Map.of())
        .withClock(3_000 - millis)
        .phase(10.05, "measure")
        .second(11.05, "measure", 20, 100, 300)
        .second(12.05, "measure", 21, 100, 9_000)
        .message(13.5, "done")
        .finish(List.of(1L));

    RunFolder merged = mergedFolder();

    assertThat(merged.run().startedAt()).isEqualTo(ShardFolder.START);
    assertThat(merged.run().windowSeconds()).isEqualTo(60);
    assertThat(merged.run().machine().clock()).isNull();
    assertThat(merged.run().notes()).hasSize(notes);
    assertThat(merged.intervals())
        .extracting(OperationRow::seconds, ShardedRunTest::ok)
        .containsExactly(tuple(11.05, 30L), tuple(12.05, 32L));
    assertThat(merged.events())
        .extracting(Event::seconds, Event::fields)
        .containsExactly(
            tuple(10.0, Map.of("phase", "measure")),
            tuple(13.5, Map.of("text", "done", "shard", "2/2")));
  }

  @Test
  void shouldLeaveMomentsAloneWhereOneClockIsUnknown() {
    begin(1).withClock(500_000).phase(10, "measure").finish(List.of(1L));
    begin(2).phase(10, "measure").finish(List.of(1L));

    RunRecord merged = merged();

    assertThat(merged.windowSeconds()).isEqualTo(60);
    assertThat(merged.notes()).isEmpty();
  }

  @Test
  void shouldRefuseShardsThatDidNotRunTogether() {
    begin(1).finish(List.of());
    begin(2, Duration.ofSeconds(132), Map.of()).finish(List.of());

    assertRefused("shard 1/2 ended before shard 2/2 began");
  }

  @Test
  void shouldRefuseARunOfAnExperiment() {
    Path trial = parent.resolve("trial");
    try (Recorder recorder = Recorder.open(trial, Runs.begun().build())) {
      recorder.measured(60, 120, new RunStats(List.of()));
      recorder.finish(Runs.good().withExperiment(Experiments.good()));
    }

    assertThatThrownBy(() -> ShardedRun.open(List.of(trial)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("trial is of an experiment");
  }

  @Test
  void shouldRefuseARunThatAnOlderVersionWrote() throws IOException {
    twoGoodShards();
    Files.delete(folder(1).resolve(RunFolder.MEASURED_HLOG));

    assertRefused("no measured.hlog");
  }

  @Test
  void shouldCallTheRunInterruptedAndKeepItsCountsWhenAShardsDiskWasFull() throws IOException {
    twoGoodShards();
    Path log = folder(2).resolve(RunFolder.MEASURED_HLOG);
    List<String> lines = Files.readAllLines(log);
    Files.write(log, lines.stream().filter(line -> !line.startsWith("Tag=")).toList());

    RunRecord merged = merged();

    assertThat(merged.interrupted()).isTrue();
    assertThat(merged.verdict().status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(merged.operations().get("beat").ok()).isEqualTo(3);
    assertThat(merged.notes())
        .extracting(Message::text)
        .startsWith("the same", "shard 1/2: mine")
        .last()
        .asString()
        .startsWith("shard 2/2 lost");
  }

  @Test
  void shouldRefuseToMergeNothing() {
    assertThatThrownBy(() -> ShardedRun.open(List.of()))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("nothing to merge");
  }
}
