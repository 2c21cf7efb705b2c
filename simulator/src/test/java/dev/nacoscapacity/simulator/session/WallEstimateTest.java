package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.RunTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WallEstimateTest {

  private static final RunTime RUN = new RunTime(Duration.ofMinutes(3), Duration.ofMinutes(6));

  private static final Workload LOAD =
      new Workload(
          new Population(2_000, 200, "capacity-x", "capacity", Shard.WHOLE),
          new HttpClients(OptionalInt.empty(), 0, Duration.ofSeconds(1)),
          Timing.USUAL,
          1,
          1);

  @TempDir Path folder;

  @Test
  void shouldTakeWhatItTakesWhereTimeIsTheWalls() {
    WallEstimate wall = WallEstimate.of(5, Optional.empty());

    assertThat(wall.of(RUN, LOAD)).isEqualTo(RUN);
    assertThat(wall.words(RUN, LOAD, Language.ENGLISH))
        .isEqualTo("takes about 3 min 00 s, at most 6 min 00 s");
  }

  @Test
  void shouldAddTheWarmUpAtFullSpeedBeforeTimeIsSlowed() {
    ClusterClock clock = ClusterClock.create(folder.resolve("clock"), 20);
    WallEstimate before = WallEstimate.of(5, Optional.of(clock));
    clock.slow();
    WallEstimate after = WallEstimate.of(5, Optional.of(clock));

    assertThat(after.of(RUN, LOAD)).isEqualTo(RUN.slowed(20));
    assertThat(after).isEqualTo(before.warm());
    RunTime warmUp = WarmingLoad.time(LOAD, 5);
    assertThat(warmUp.about()).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(180));
    assertThat(before.of(RUN, LOAD)).isEqualTo(RUN.slowed(20).plus(warmUp));
    assertThat(after.words(RUN, LOAD, Language.ENGLISH))
        .isEqualTo(
            "takes about 1 h 00 min, at most 2 h 00 min by the wall, since time runs 20 times"
                + " slower under load");
  }

  @Test
  void shouldKnowTheTimeOfAClusterThatIsYetToBeStarted() {
    ClusterSpec real = ClusterSpec.of(ServerVersion.V1_4_1, 5);
    ClusterSpec dilated = real.withCores(16).withDilation(30);

    assertThat(WallEstimate.of(real)).isEqualTo(new WallEstimate(5, 1, 0));
    assertThat(WallEstimate.of(dilated)).isEqualTo(new WallEstimate(5, 30, 1));
  }
}
