package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import org.junit.jupiter.api.Test;

class WarmingLoadTest {

  private static final Workload RUN =
      new Workload(
          new Population(12_500, 400, "capacity-x", "capacity", Shard.WHOLE),
          HttpClients.USUAL,
          Timing.USUAL,
          1,
          1);

  /** Each service is read from each node, so many small ones are a load of their own. */
  @Test
  void shouldHaveServicesAsLargeAsThoseOfTheRun() {
    Workload warming = WarmingLoad.of(RUN, 300, 0);

    assertThat(warming.instances()).isEqualTo(300);
    assertThat(warming.services()).isEqualTo(9);
    assertThat(WarmingLoad.of(RUN.withInstances(20, 2), 300, 0).services()).isEqualTo(2);
    assertThat(WarmingLoad.of(RUN, 9, 0).services()).isEqualTo(1);
  }

  @Test
  void shouldBeTooLargeWhenItsCallsQueueOrNoneIsAnswered() {
    assertThat(WarmingLoad.isTooLarge(new TrialFigures(284, 37_880.0, 6.2, 0.3, null))).isTrue();
    assertThat(WarmingLoad.isTooLarge(TrialFigures.UNKNOWN)).isTrue();
    assertThat(WarmingLoad.isTooLarge(new TrialFigures(450, 900.0, 6.2, 0.3, null))).isFalse();
    assertThat(WarmingLoad.isTooLarge(new TrialFigures(450, null, 6.2, 0.3, null))).isFalse();
  }
}
