package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ActorOutagesTest {

  private static final long START = -5;

  private final ActorOutages unserved = new ActorOutages(3, START);

  private static long at(int seconds) {
    return START + TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void shouldCountNoOutageWhileCallsSucceed() {
    unserved.ended(0, true, at(0));
    unserved.ended(1, true, at(1));

    assertThat(unserved.count()).isZero();
    assertThat(unserved.longestMs(at(9))).isZero();
  }

  @Test
  void shouldCountFromTheFirstFailureUntilASuccessOfTheSameActor() {
    unserved.ended(0, false, at(1));
    unserved.ended(1, true, at(2));
    unserved.ended(0, false, at(6));

    assertThat(unserved.count()).isEqualTo(1);
    assertThat(unserved.longestMs(at(8))).isEqualTo(7_000);

    unserved.ended(0, true, at(11));

    assertThat(unserved.count()).isZero();
  }

  @Test
  void shouldCountACallThatHangsFromItsDueTimeOnceASlotHasPassed() {
    unserved.overdue(2, at(0));
    unserved.overdue(2, at(5));
    unserved.ended(1, false, at(3));

    assertThat(unserved.count()).isEqualTo(2);
    assertThat(unserved.longestMs(at(12))).isEqualTo(12_000);

    unserved.ended(2, true, at(0));

    assertThat(unserved.count()).isEqualTo(1);
    assertThat(unserved.longestMs(at(12))).isEqualTo(9_000);
  }

  @Test
  void shouldCountFromTheStartWhenTheCallWasDueBefore() {
    unserved.overdue(0, at(-5));

    assertThat(unserved.count()).isEqualTo(1);
    assertThat(unserved.longestMs(at(4))).isEqualTo(4_000);
  }
}
