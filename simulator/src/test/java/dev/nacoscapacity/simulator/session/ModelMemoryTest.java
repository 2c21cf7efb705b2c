package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import org.junit.jupiter.api.Test;

class ModelMemoryTest {

  private static final double GIGABYTE = 1 << 30;

  @Test
  void shouldNeedWhatTheIssueAllows() {
    assertThat(needed(1_000_000, 5) / GIGABYTE).isBetween(0.7, 4.0);
    assertThat(needed(1_000_000, 50) / GIGABYTE).isBetween(0.7, 8.0);
    assertThat(needed(35_000, 5) / GIGABYTE).isBetween(0.05, 0.5);
  }

  @Test
  void shouldNeedMoreForMoreInstancesAndMoreNodes() {
    assertThat(needed(2_000_000, 5)).isGreaterThan(needed(1_000_000, 5) * 3 / 2);
    assertThat(needed(1_000_000, 50)).isGreaterThan(needed(1_000_000, 5));
  }

  @Test
  void shouldSayHowMuchToGive() {
    String line = ModelMemory.shortage(settings(4_000_000), 5, 1L << 30);

    assertThat(line).matches(".*4,000,000.* 5 .* 3\\.\\d GB.* 1\\.0.*JAVA_OPTS=-Xmx3\\d00m");
  }

  @Test
  void shouldAskForMoreThanThereWas() {
    assertThat(ModelMemory.shortage(settings(100), 5, 1L << 30)).endsWith("-Xmx1300m");
  }

  private static long needed(int instances, int nodes) {
    return ModelMemory.needed(settings(instances), nodes);
  }

  private static Workload settings(int instances) {
    return Workloads.of(instances, Math.min(400, instances), HttpClients.USUAL);
  }
}
