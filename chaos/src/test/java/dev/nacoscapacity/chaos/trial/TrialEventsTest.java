package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.checker.TrialSecond;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TrialEventsTest {

  private final TrialEvents timeline = new TrialEvents(null, action -> {});

  private void add(double at, long served) {
    RunStats stats = new RunStats(List.of("node1", "node2"));
    stats.node(0).set(RegistryCount.SERVED, served);
    timeline.add(new TrialSecond(at, stats, new Histogram(3)));
  }

  @Test
  void shouldReturnTheLastStretchOnceItIsLongEnough() {
    for (int at = 1; at <= 5; at++) {
      add(at, 0);
    }
    assertThat(timeline.last(5, 0)).isEmpty();

    add(6.02, 0);
    assertThat(timeline.last(5, 0))
        .extracting(TrialSecond::at)
        .containsExactly(2.0, 3.0, 4.0, 5.0, 6.02);

    add(7, 0);
    assertThat(timeline.last(5, 0)).extracting(TrialSecond::at).startsWith(3.0).endsWith(7.0);
  }

  @Test
  void shouldLeaveOutSecondsThatBeganBeforeAMoment() {
    for (int at = 1; at <= 9; at++) {
      add(at, 0);
    }
    assertThat(timeline.last(5, 4.5)).isEmpty();
    assertThat(timeline.last(4, 4.5))
        .extracting(TrialSecond::at)
        .containsExactly(6.0, 7.0, 8.0, 9.0);
  }

  @Test
  void shouldAverageTheCallsServedInTheLastTenSeconds() {
    add(1, 100);
    for (int at = 2; at <= 11; at++) {
      add(at, at % 2 == 0 ? 10 : 20);
    }

    assertThat(timeline.served("node1")).as("in the last ten seconds").isEqualTo(15);
    assertThat(timeline.served("node2")).isZero();
  }
}
