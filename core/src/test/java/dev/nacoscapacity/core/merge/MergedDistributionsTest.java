package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class MergedDistributionsTest {

  /** From a microsecond to ten minutes, as different from shard to shard as may be. */
  @Property(tries = 50, seed = "1")
  void shouldHaveThePercentilesOfAllCallsTogether(
      @ForAll @Size(min = 1, max = 4)
          List<@Size(max = 200) List<@LongRange(max = 600_000_000) Long>> shards)
      throws IOException {
    Path parent = Files.createTempDirectory("merge");
    try {
      List<Path> folders = new ArrayList<>();
      for (int i = 0; i < shards.size(); i++) {
        Path folder = parent.resolve(Integer.toString(i));
        ShardFolder.begin(folder, (i + 1) + "/" + shards.size()).finish(shards.get(i));
        folders.add(folder);
      }

      RunRecord merged =
          ShardedRun.open(folders).mergeInto(parent.resolve("all"), Criteria.defaults());

      long[] all = shards.stream().flatMap(List::stream).mapToLong(Long::longValue).toArray();
      assertThat(merged.operations().get("beat").latencyMs())
          .isEqualTo(Percentiles.ofMicros(ShardFolder.micros(all)));
      assertThat(merged.operations().get("beat").ok()).isEqualTo(all.length);
      assertThat(merged.generator().delays().lagMs())
          .isEqualTo(all.length == 0 ? null : Generator.Lag.ofMicros(ShardFolder.micros(all)));
    } finally {
      try (Stream<Path> files = Files.walk(parent)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }
}
