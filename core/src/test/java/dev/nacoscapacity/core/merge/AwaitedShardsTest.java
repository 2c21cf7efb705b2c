package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.time.VirtualTime;
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
    begin(1).finish(List.of(1L));
    ShardFolder dying = begin(2);
    for (int second = 1; second <= 100; second++) {
      int at = second;
      after(seconds(second), () -> dying.second(at, "ramp", 1, 90).flush());
    }

    assertThat(await()).containsExactly(folder(1), folder(2));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(seconds(220), seconds(222));
  }

  @Test
  void shouldReturnWhatIsThereWhenAShardIsMissing() {
    begin(1).finish(List.of(1L));

    assertThat(await()).containsExactly(folder(1));
    assertThat(Duration.ofNanos(time.nanos())).isBetween(PATIENCE, PATIENCE.plusSeconds(1));
  }

  @Test
  void shouldFindTheShardsAmongOtherRuns() throws IOException {
    begin(1).finish(List.of(1L));
    begin(2).finish(List.of(1L));
    ShardFolder.begin(parent.resolve("shards/merged"), "1/1").finish(List.of(1L));
    Files.createDirectory(parent.resolve("shards/other"));

    assertThat(await()).containsExactly(folder(1), folder(2));
    assertThat(time.nanos()).isZero();
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
