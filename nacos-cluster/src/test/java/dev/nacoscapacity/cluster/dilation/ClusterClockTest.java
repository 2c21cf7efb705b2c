package dev.nacoscapacity.cluster.dilation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterClockTest {

  @TempDir private Path folder;

  @Test
  void shouldKnowWhatTheWallsClockShowsWhenItIsSlow() {
    ClusterClock clock = ClusterClock.create(folder.resolve("clock"), 4);
    clock.slow();
    Instant slowed = Instant.now();

    // Of an hour a stall of this machine is nothing.
    assertThat(clock.wall(slowed.plusSeconds(3600)))
        .isCloseTo(slowed.plusSeconds(4 * 3600), within(60, ChronoUnit.SECONDS));
  }
}
