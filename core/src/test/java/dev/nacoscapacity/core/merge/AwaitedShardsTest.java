package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.verdict.Criteria;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwaitedShardsTest extends TwoShards {

  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  private List<Path> await() {
    return AwaitedShards.await(List.of(parent.resolve("shards")), PATIENCE, time);
  }

  private void after(Duration delay, Runnable event) {
    time.after(delay.toNanos(), event);
  }

  @Test
  void shouldReturnWhenTheLastShardHasFinished() {
    after(Duration.ofSeconds(10), () -> begin(1).finish(List.of(1L)));
    ShardFolder[] second = new ShardFolder[1];
    after(Duration.ofSeconds(20), () -> second[0] = begin(2));
    after(Duration.ofSeconds(60), () -> second[0].finish(List.of(1L)));

    assertThat(await()).containsExactly(folder(1), folder(2));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(seconds(60), seconds(61));
  }

  @Test
  void shouldNotWaitLongForAShardThatWritesNothing() {
    ShardFolder dying = begin(2);
    after(seconds(1), () -> begin(1).finish(List.of(1L)));
    for (int second = 1; second <= 100; second++) {
      int at = second;
      after(seconds(second), () -> dying.second(at, "ramp", 1, 90).flush());
    }

    assertThat(await()).containsExactly(folder(1), folder(2));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(seconds(220), seconds(222));
  }

  @Test
  void shouldReturnWhatIsThereWhenAShardIsMissing() {
    after(seconds(1), () -> begin(1).finish(List.of(1L)));

    assertThat(await()).containsExactly(folder(1));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(PATIENCE, PATIENCE.plusSeconds(1));
  }

  @Test
  void shouldNotWaitForAMissingShardOnceTheOthersWereInterrupted() {
    ShardFolder[] first = new ShardFolder[1];
    after(seconds(10), () -> first[0] = ShardFolder.begin(folder(1), "1/3"));
    after(seconds(20), () -> ShardFolder.begin(folder(2), "2/3").stopped().finish(List.of(1L)));
    after(seconds(60), () -> first[0].finish(List.of(1L)));

    assertThat(await()).containsExactly(folder(1), folder(2));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(seconds(60), seconds(61));
  }

  @Test
  void shouldFindTheShardsAmongOtherRuns() throws IOException {
    whole("merged").finish(List.of(1L));
    Files.createDirectory(parent.resolve("shards/other"));
    after(seconds(1), () -> begin(1).finish(List.of(1L)));
    after(seconds(2), () -> whole("another").finish(List.of(1L)));
    after(seconds(3), () -> begin(2).finish(List.of(1L)));

    assertThat(await()).containsExactly(folder(1), folder(2));
    assertThat(AwaitedShards.in(List.of(parent.resolve("shards"))))
        .containsExactly(folder(1), folder(2));
  }

  private ShardFolder whole(String name) {
    return ShardFolder.begin(parent.resolve("shards").resolve(name), "1/1");
  }

  @Test
  void shouldMergeTheOnlyShardOfAFleet() {
    ShardFolder[] only = new ShardFolder[1];
    after(seconds(10), () -> only[0] = whole("0"));
    after(seconds(60), () -> only[0].finish(List.of(1L)));

    List<Path> found = await();

    assertThat(found).containsExactly(parent.resolve("shards/0"));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(seconds(60), seconds(61));
    RunRecord merged =
        ShardedRun.open(found).mergeInto(parent.resolve("merged"), Criteria.defaults());
    assertThat(merged.interrupted()).isFalse();
    assertThat(merged.workload().instances()).isEqualTo(1_000);
  }

  /** Of the earlier run one shard finished, and one died. */
  @Test
  void shouldIgnoreWhatHadEndedBefore() {
    ShardFolder.begin(parent.resolve("shards/0-old"), "1/2").finish(List.of(1L));
    ShardFolder.begin(parent.resolve("shards/1-old"), "2/2").die();
    ShardFolder[] second = new ShardFolder[1];
    after(seconds(500), () -> begin(1).finish(List.of(1L)));
    after(seconds(510), () -> second[0] = begin(2));
    after(seconds(560), () -> second[0].finish(List.of(1L)));

    assertThat(await()).containsExactly(folder(1), folder(2));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(seconds(560), seconds(561));
  }

  @Test
  void shouldRefuseAnEarlierRunWhenNoOtherCame() {
    begin(1).finish(List.of(1L));
    begin(2).die();

    assertThatThrownBy(this::await)
        .isInstanceOf(RecordException.class)
        .hasMessageStartingWith("no shard came: ")
        .hasMessageContaining("leave out --wait");
    assertThat(Duration.ofNanos(time.nanos())).isBetween(PATIENCE, PATIENCE.plusSeconds(1));
  }

  @Test
  void shouldRefuseShardsThatHadAllEndedBefore() {
    begin(1).finish(List.of(1L));
    begin(2).finish(List.of(1L));

    List.of(List.of(parent.resolve("shards")), folders())
        .forEach(
            given ->
                assertThatThrownBy(() -> AwaitedShards.await(given, PATIENCE, time))
                    .isInstanceOf(RecordException.class)
                    .hasMessageStartingWith("all shards in ")
                    .hasMessageContaining("leave out --wait"));
    assertThat(time.nanos()).isZero();
  }

  @Test
  void shouldTakeAFolderThatWasNamedThoughItHadEnded() {
    begin(1).finish(List.of(1L));
    ShardFolder second = begin(2);
    after(seconds(10), () -> second.finish(List.of(1L)));

    assertThat(AwaitedShards.await(folders(), PATIENCE, time)).hasSameElementsAs(folders());
    assertThat(Duration.ofNanos(time.nanos())).isBetween(seconds(10), seconds(11));
  }

  @Test
  void shouldRefuseAFolderInWhichNoRunAppears() throws IOException {
    Files.createDirectory(parent.resolve("shards"));

    assertThatThrownBy(this::await).isInstanceOf(RecordException.class);
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
