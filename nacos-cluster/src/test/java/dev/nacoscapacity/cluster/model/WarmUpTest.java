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
    assertThat(WarmUp.done().next()).isEqualTo(1);
  }

  /** NACOS.md, 1: 40 a second in the first ten seconds, 1,100 after four minutes. */
  @Test
  void shouldWarmAsMeasuredWhenNeverIdle() {
    WarmUp node = WarmUp.of(CostFile.read("nacos-1.4.1", Path.of("")));
    double seconds = 0;
    int first = 0;
    double factor = 0;
    while (seconds < 240) {
      factor = node.next();
      seconds += factor / 1100;
      first += seconds < 10 ? 1 : 0;
    }
    assertThat(first / 10).isEqualTo(40);
    assertThat(1100 / factor).isCloseTo(1100 * 0.96, within(5.0));
  }
}
