package dev.nacoscapacity.simulator.shards;

import static dev.nacoscapacity.simulator.run.Barrier.Step.COMPLETE;
import static dev.nacoscapacity.simulator.run.Barrier.Step.REGISTERED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.shards.ShardMessage.Arrived;
import org.junit.jupiter.api.Test;

class BarrierStateTest {

  private final BarrierState steps = new BarrierState(2);

  @Test
  void shouldArriveWhenTheLastDoes() {
    assertThat(steps.come(1, new Arrived(REGISTERED, true))).isEmpty();
    assertThat(steps.come(0, new Arrived(REGISTERED, true)))
        .contains(new Arrived(REGISTERED, true));
  }

  @Test
  void shouldReportThatNotAllAreWell() {
    steps.come(0, new Arrived(REGISTERED, false));

    assertThat(steps.come(1, new Arrived(REGISTERED, true)))
        .contains(new Arrived(REGISTERED, false));
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
