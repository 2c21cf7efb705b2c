package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.merge.AwaitedShards;
import dev.nacoscapacity.core.merge.ShardedRun;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Population;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Shards that know nothing of each other but the registry. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ShardsIT {

  private static StandInCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    cluster = ShortRuns.cluster(true);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  private Cli start(String out, String shard, int seed) {
    return Cli.start(
        ShortRuns.quick(
            ShortRuns.target(cluster),
            folder.resolve(out),
            "--auth --duration 4s --shard " + shard + " --seed " + seed));
  }

  private RunRecord record(String out) {
    return RunFolder.open(folder.resolve(out)).run();
  }

  private Instant windowOf(String out) {
    return RunFolder.open(folder.resolve(out)).events().stream()
        .filter(event -> "measure".equals(event.fields().get("phase")))
        .map(Event::time)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("full")
  void shouldBeOneRunWithOneVerdict() {
    List<String> parts = List.of("1", "2", "3");
    List<Cli> shards = parts.stream().map(part -> start(part, part + "/3", 1)).toList();

    assertThat(shards).allSatisfy(cli -> assertThat(cli.exitCode()).as(cli.err()).isZero());

    List<Instant> windows = parts.stream().map(this::windowOf).toList();
    assertThat(windows)
        .allSatisfy(
            from -> assertThat(from.toEpochMilli()).isCloseTo(windows.get(0).toEpochMilli(), within(1_000L)));
    for (String part : parts) {
      Machine.Clock clock = record(part).machine().clock();
      assertThat(clock.offsetMs()).isCloseTo(0, within(clock.uncertaintyMs() + 1));
    }
    RunRecord merged =
        ShardedRun.open(AwaitedShards.in(List.of(folder)))
            .mergeInto(folder.resolve("merged"), record("1").verdict().criteria());
    ShortRuns.assertPass(merged, 0);
    assertThat(merged.notes()).extracting(Message::code).doesNotContain("note.windowsApart");
    assertThat(merged.registry().complete()).isTrue();
    assertThat(merged.registry().worst().count(RegistryCount.EXPECTED)).isEqualTo(40);
    assertThat(ShortRuns.registered(cluster, 0, Population.SHARDS_SERVICE)).isZero();
  }

  @Test
  void shouldEndBothShardsOfOneNumber() {
    List<Cli> shards =
        Stream.of("1", "2").map(out -> start(out, "2/2", 2)).toList();

    assertThat(shards)
        .allSatisfy(cli -> assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(2));

    for (String out : List.of("1", "2")) {
      assertThat(record(out).interrupted()).isTrue();
      assertThat(record(out).notes())
          .extracting(Message::text)
          .anyMatch(note -> note.startsWith("shard 2/2 is there twice"));
      assertThat(record(out).operations()).isEmpty();
    }
  }
}
