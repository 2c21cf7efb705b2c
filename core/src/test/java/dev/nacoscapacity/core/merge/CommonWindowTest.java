package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What merged shards are judged by, whose windows began at moments of their own. */
class CommonWindowTest extends TwoShards {

  @Test
  void shouldRefuseShardsThatWereNeverMeasuredAtOnce() {
    begin(1).finish(List.of(1L));
    begin(2, Duration.ofSeconds(61), Map.of()).finish(List.of(1L));

    assertRefused("window of shard 1/2 was over 1.0 s before that of shard 2/2");
  }

  @Test
  void shouldMergeARunThatWasEndedBeforeAllShardsWereMeasured() {
    begin(1).stopped().finish(List.of(1L));
    begin(2, Duration.ofSeconds(61), Map.of()).finish(List.of(1L));

    RunRecord merged = merged();

    assertThat(merged.interrupted()).isTrue();
    assertThat(merged.windowSeconds()).isZero();
  }

  @Test
  void shouldHoldEachShardsWindowAgainstAllOthers() {
    List<Path> three = List.of(folder(1), folder(2), folder(3));
    ShardFolder.begin(folder(1), "1/3", Duration.ofSeconds(40), Map.of()).finish(List.of(1L));
    ShardFolder.begin(folder(2), "2/3").finish(List.of(1L));
    ShardFolder.begin(folder(3), "3/3", Duration.ofSeconds(80), Map.of()).finish(List.of(1L));

    assertThatThrownBy(() -> ShardedRun.open(three))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("shard 2/3 was over 20.0 s before that of shard 3/3");
  }

  @Test
  void shouldJudgeOnlyTheStretchThatAllWindowsHaveInCommon() {
    begin(1).finish(List.of(1L));
    begin(2, Duration.ofSeconds(20), Map.of()).finish(List.of(1L));

    RunRecord merged = merged();

    assertThat(merged.windowSeconds()).isEqualTo(40);
    assertThat(merged.verdict().reasons()).extracting(Reason::code).contains("shortWindow");
    assertThat(merged.notes()).singleElement().asString().contains("40 s");
    assertThat(RunFolder.open(parent.resolve("merged")).events())
        .extracting(Event::seconds, Event::fields)
        .containsExactly(tuple(80.0, Map.of("phase", "measure")));
  }

  @ParameterizedTest
  @ValueSource(longs = {20, 1_000, 5_000})
  void shouldTreatWindowsThatBeganAFewSecondsApartAsOne(long millis) {
    begin(1).finish(List.of(1L));
    begin(2, Duration.ofMillis(millis), Map.of()).finish(List.of(1L));

    RunRecord merged = merged();

    assertThat(merged.windowSeconds()).isEqualTo(60);
    assertThat(merged.notes()).isEmpty();
  }

  @Test
  void shouldRefuseAShardWithoutTheBeginningOfItsWindow() throws IOException {
    begin(1).finish(List.of(1L));
    begin(2).finish(List.of(1L));
    Files.delete(folder(2).resolve(RunFolder.EVENTS_JSONL));

    assertRefused("does not tell when its measurement window began");
  }
}
