package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterIncreaseTest {

  private final CounterIncrease counter = new CounterIncrease();

  @Test
  void shouldCountFromTheLastValueBeforeAWindow() {
    counter.add(5);
    counter.restart();
    counter.add(8);
    counter.add(9);

    assertThat(counter.sum()).contains(4.0);
  }

  @Test
  void shouldCountAllOfARestartedNode() {
    counter.add(5);
    counter.add(2);

    assertThat(counter.sum()).contains(2.0);
  }

  @Test
  void shouldNotKnowAWindowInWhichNothingWasRead() {
    counter.add(5);
    counter.add(7);
    counter.restart();

    assertThat(counter.sum()).isEmpty();
  }
}
