package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that merge the folders of two shards. */
@Execution(ExecutionMode.CONCURRENT)
abstract class TwoShards {

  @TempDir Path parent;

  final Path folder(int shard) {
    return parent.resolve("shards").resolve(shard + "-of-2");
  }

  final List<Path> folders() {
    return List.of(folder(2), folder(1));
  }

  final ShardFolder begin(int shard) {
    return begin(shard, Duration.ZERO, Map.of());
  }

  /**
   * Begins one.
   *
   * @param late how long after the usual start
   * @param other settings in which it differs
   */
  final ShardFolder begin(int shard, Duration late, Map<String, Object> other) {
    return ShardFolder.begin(folder(shard), shard + "/2", late, other);
  }

  final RunRecord merged() {
    return ShardedRun.open(folders()).mergeInto(parent.resolve("merged"), Criteria.defaults());
  }

  final RunFolder mergedFolder() {
    merged();
    return RunFolder.open(parent.resolve("merged"));
  }

  final void assertRefused(String... words) {
    assertThatThrownBy(() -> ShardedRun.open(folders()))
        .isInstanceOf(RecordException.class)
        .message()
        .contains(words);
  }
}
