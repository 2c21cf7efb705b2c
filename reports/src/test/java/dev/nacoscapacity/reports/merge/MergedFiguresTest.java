package dev.nacoscapacity.reports.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.Runs;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.RunStats;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergedFiguresTest {

  @Test
  void shouldKnowNoBoundWhenNothingBoundsAProcess() {
    RunRecord unbounded = Runs.good().toBuilder().generator(bound(null)).build();

    ShardResult shard = new ShardResult(unbounded, new RunStats(List.of()));

    Generator merged =
        new MergedFigures(List.of(shard, shard)).addTo(Runs.begun()).build().generator();

    assertThat(merged.connections()).isEqualTo(new Generator.Connections(86, null, false, 0));
  }

  private static Generator bound(Integer bound) {
    Generator good = Runs.generator(1, 1);
    return new Generator(
        good.processes(),
        good.cpuSeconds(),
        good.standInCpuSeconds(),
        good.jitCpuSeconds(),
        good.gcCpuSeconds(),
        good.requests(),
        good.requestsPerCpuSecond(),
        good.residentMaxBytes(),
        good.heapMaxBytes(),
        good.bytesPerInstance(),
        good.connectionBytes(),
        new Generator.Connections(43, bound, false, 0),
        good.gcPauseMs(),
        good.lagMs(),
        good.limitedBy());
  }
}
