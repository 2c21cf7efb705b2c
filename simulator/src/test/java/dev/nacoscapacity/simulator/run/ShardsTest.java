package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.merge.MergedFigures;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shards of a fleet, in virtual time, are the fleet. */
class ShardsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir private Path folder;

  @Test
  void shouldOfferTogetherWhatTheWholeFleetOffers() throws Exception {
    MeasuredRun first = run(new Shard(1, 2));
    MeasuredRun second = run(new Shard(2, 2));
    RunRecord whole = run(Shard.WHOLE).run();

    RunRecord merged =
        MergedFigures.merge(first.run(), Map.of("1/2", first, "2/2", second), 2).run();

    for (String operation : List.of("beat", "list")) {
      assertThat(merged.operations().get(operation).required())
          .as(operation)
          .isEqualTo(whole.operations().get(operation).required());
      assertThat(merged.operations().get(operation).failed()).isEmpty();
    }
    assertThat(merged.registry().complete()).isTrue();
    assertThat(merged.registry().byNode()).containsOnlyKeys(whole.registry().byNode().keySet());
    assertThat(merged.registry().byNode().values())
        .allSatisfy(
            node -> {
              assertThat(node.count(RegistryCount.EXPECTED)).isEqualTo(60);
              assertThat(node.count(RegistryCount.PRESENT)).isEqualTo(60);
            });
  }

  private MeasuredRun run(Shard shard) throws IOException, SocketException {
    Workload whole =
        Workloads.of(60, 6, HttpClients.USUAL)
            .withTiming(Workloads.EVERY_SECOND.withDuration(SECOND.multipliedBy(10)));
    Workload settings = whole.withPopulation(whole.population().withShard(shard));
    return new ModelFleet(folder, "1.4.1").load(settings, new QuietProgress(), Scenario.NONE);
  }
}
