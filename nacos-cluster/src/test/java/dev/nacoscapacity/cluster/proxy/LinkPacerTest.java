package dev.nacoscapacity.cluster.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinkPacerTest {

  private static final long MS = 1_000_000;

  private double random = 0;
  private final LinkPacer pace = new LinkPacer(() -> random, 0);

  private static NetworkConditions slow(int latencyMs, int jitterMs, long bytesPerSecond) {
    return NetworkConditions.slow(
        Duration.ofMillis(latencyMs), Duration.ofMillis(jitterMs), bytesPerSecond);
  }

  @Test
  void shouldLetAChunkLeaveAtOnceInFairWeather() {
    assertThat(pace.leave(NetworkConditions.NORMAL, 1000, 5 * MS)).isEqualTo(5 * MS);
  }

  @Test
  void shouldAddLatencyAndJitter() {
    assertThat(pace.leave(slow(20, 10, 0), 1000, 0)).isEqualTo(20 * MS);
    random = 0.5;
    assertThat(pace.leave(slow(20, 10, 0), 1000, 10 * MS)).isEqualTo(35 * MS);
  }

  @Test
  void shouldKeepTheOrderWhenTheWeatherClears() {
    assertThat(pace.leave(slow(100, 0, 0), 1, 0)).isEqualTo(100 * MS);
    assertThat(pace.leave(NetworkConditions.NORMAL, 1, 10 * MS)).isEqualTo(100 * MS);
    assertThat(pace.leave(NetworkConditions.NORMAL, 1, 110 * MS)).isEqualTo(110 * MS);
  }

  @Test
  void shouldSpaceChunksByBandwidth() {
    NetworkConditions narrow = slow(0, 0, 1000);

    assertThat(pace.leave(narrow, 100, 0)).isEqualTo(100 * MS);
    assertThat(pace.leave(narrow, 100, 0)).isEqualTo(200 * MS);
    assertThat(pace.leave(narrow, 100, 1000 * MS)).isEqualTo(1100 * MS);
  }

  @Test
  void shouldPaceAPendingChunkAgainAsIfTheLineWereFree() {
    assertThat(pace.leave(slow(0, 0, 1000), 60_000, 0)).isEqualTo(60_000 * MS);

    pace.restart(10 * MS);

    assertThat(pace.leave(NetworkConditions.NORMAL, 60_000, 0)).isEqualTo(10 * MS);
    assertThat(pace.leave(slow(100, 0, 0), 1, 5 * MS)).isEqualTo(105 * MS);
  }
}
