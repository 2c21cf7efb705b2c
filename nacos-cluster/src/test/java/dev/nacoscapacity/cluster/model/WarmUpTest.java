package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  @Test
  void shouldKeepShareOfExcessWhenCallsWereServed() {
    WarmUp node = new WarmUp(11, 100);
    assertThat(node.next()).isEqualTo(11);
    for (int i = 1; i < 100; i++) {
      node.next();
    }
    assertThat(node.next()).isCloseTo(1 + 10 / Math.E, within(1e-9));
    for (int i = 0; i < 1000; i++) {
      node.next();
    }
    assertThat(node.next()).isEqualTo(1);
    assertThat(new WarmUp(1, 1).next()).isEqualTo(1);
  }

  /** docs/data/restart-warm-up.csv: 460 calls, 13 s of CPU more than warm. */
  @Test
  void shouldWarmAsMeasuredWhenRestarted() {
    Costs costs = CostFile.read("nacos-1.4.1", Path.of(""));
    WarmUp node = new WarmUp(costs.number(Cost.COLD), costs.number(Cost.WARM_CALLS));
    double seconds = 0;
    for (int call = 0; call < 460; call++) {
      seconds += (node.next() - 1) * 0.8e-3;
    }
    assertThat(seconds).isCloseTo(13, within(1.0));
    assertThat(node.next()).isCloseTo(1, within(1.0));
  }
}
