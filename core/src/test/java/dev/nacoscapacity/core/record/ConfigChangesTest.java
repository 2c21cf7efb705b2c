package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ConfigChangesTest {

  private final RunStats measured = new RunStats(List.of());

  @Test
  void shouldBeAbsentWhenNothingChanged() {
    assertThat(ConfigChanges.of(measured)).isEmpty();
  }

  @Test
  void shouldReportTheLastListenerApartFromAll() {
    for (int ms = 1; ms <= 10; ms++) {
      measured.record(FleetDuration.CONFIG_CHANGES, ms * 1_000_000L);
    }
    assertThat(ConfigChanges.of(measured).orElseThrow().lastDelayMs()).isNull();
    measured.record(FleetDuration.LAST_CONFIG_CHANGES, 10_000_000L);

    ConfigChanges changes = ConfigChanges.of(measured).orElseThrow();
    assertThat(changes.read()).isEqualTo(10);
    assertThat(changes.delayMs().p50()).isEqualTo(5.0, Offset.offset(0.1));
    assertThat(changes.complete()).isEqualTo(1);
    assertThat(changes.lastDelayMs().max()).isEqualTo(10.0, Offset.offset(0.1));
  }
}
