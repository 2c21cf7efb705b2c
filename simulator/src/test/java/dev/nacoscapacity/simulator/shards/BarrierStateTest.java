package dev.nacoscapacity.simulator.shards;

import static dev.nacoscapacity.simulator.run.Barrier.Step.COMPLETE;
import static dev.nacoscapacity.simulator.run.Barrier.Step.REGISTERED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.shards.ShardMessage.Arrived;
import dev.nacoscapacity.simulator.shards.ShardMessage.Go;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BarrierStateTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final BarrierState steps = new BarrierState(2, () -> NOW);

  @Test
  void shouldGiveTheSignalWhenTheLastArrives() {
    assertThat(steps.come(1, new Arrived(REGISTERED, true))).isEmpty();
    assertThat(steps.come(0, new Arrived(REGISTERED, true)))
        .contains(new Go(REGISTERED, true, NOW.plus(BarrierState.NOTICE)));
  }

  @Test
  void shouldReportThatNotAllAreWell() {
    steps.come(0, new Arrived(REGISTERED, false));

    assertThat(steps.come(1, new Arrived(REGISTERED, true)))
        .hasValueSatisfying(go -> assertThat(go.well()).isFalse());
  }

  @Test
  void shouldCountEachWorkerOnceInEachStep() {
    assertThat(steps.come(0, new Arrived(REGISTERED, true))).isEmpty();
    assertThat(steps.come(0, new Arrived(REGISTERED, true))).isEmpty();
    assertThat(steps.come(1, new Arrived(COMPLETE, true))).isEmpty();
    assertThat(steps.come(1, new Arrived(REGISTERED, true))).isPresent();
    assertThat(steps.come(0, new Arrived(COMPLETE, true))).isPresent();
  }
}
