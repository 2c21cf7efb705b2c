package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.text.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class RampWatchTest {

  private static final int ACTORS = 20_000;
  private static final long SECOND = 1_000_000_000L;

  private boolean throttled;
  private final RampWatch pace = pace(Duration.ofMinutes(30), 20);

  private static RampWatch pace(Duration limit, double leastPerSecond) {
    return new RampWatch(ACTORS, Duration.ZERO, Duration.ofSeconds(30), limit, leastPerSecond, 0);
  }

  /** The first second in which it should be given up, and why; nothing within ten minutes. */
  private Optional<String> watch(IntUnaryOperator doneAfter) {
    for (int second = 1; second <= 600 && doneAfter.applyAsInt(second) < ACTORS; second++) {
      Optional<Message> reason =
          pace.giveUp(doneAfter.applyAsInt(second), throttled, second * SECOND);
      if (reason.isPresent()) {
        return Optional.of(second + ": " + reason.get().text());
      }
    }
    return Optional.empty();
  }

  @Test
  void shouldContinueWhileAColdClusterWarmsUp() {
    assertThat(watch(second -> second * second / 20)).isEmpty();
  }

  @Test
  void shouldContinueWhenItIsSlowThroughout() {
    assertThat(watch(second -> second * 4)).isEmpty();
  }

  @Test
  void shouldGiveUpWhenAFastClusterReachesItsLimit() {
    assertThat(watch(second -> second < 90 ? second * 90 : 8_100 + second - 90).orElseThrow())
        .isEqualTo("113: came down to a crawl of 21.8/s");
  }

  @Test
  void shouldContinueAtTheSlowestRateToWhichTheFleetThrottlesItself() {
    throttled = true;
    assertThat(watch(second -> second < 90 ? second * 90 : 8_100 + (second - 90) * 20)).isEmpty();
  }

  @Test
  void shouldGiveUpWhenItIsSlowerThanTheFleetThrottlesItself() {
    throttled = true;
    assertThat(watch(second -> second < 90 ? second * 90 : 8_100 + (second - 90) * 5).orElseThrow())
        .contains("came down to a crawl");
  }

  @Test
  void shouldNotThrottleForHoursHoweverLargeTheFleet() {
    RampWatch large =
        new RampWatch(1_000_000, Duration.ZERO, Duration.ofSeconds(30), Duration.ofDays(1), 20, 0);
    int completed = 0;
    int second = 0;
    Optional<Message> reason = Optional.empty();
    while (reason.isEmpty() && second < 7200) {
      second++;
      completed += second < 90 ? 5_000 : second < 300 ? 400 : 100;
      reason = large.giveUp(completed, true, second * SECOND);
    }

    assertThat(reason).isPresent();
    assertThat(second).isLessThan(31 * 60);
  }

  @Test
  void shouldForgetSoonThatTheFleetThrottledItself() {
    Optional<Message> reason = Optional.empty();
    int second = 0;
    while (reason.isEmpty() && second < 600) {
      second++;
      int completed = second < 90 ? second * 90 : 8_100 + (second - 90) * 20;
      reason = pace.giveUp(completed, second < 150, second * SECOND);
    }

    assertThat(second + ": " + reason.orElseThrow().text())
        .isEqualTo("179: came down to a crawl of 20.0/s");
  }

  @Test
  void shouldContinueWhenAColdClusterStumblesAtFirst() {
    assertThat(
            watch(
                second ->
                    second < 10
                        ? 10 * second
                        : second < 80 ? 100 + second / 10 : 15 * second - 1_080))
        .isEmpty();
  }

  @Test
  void shouldContinueWhenItIsNearlyDone() {
    assertThat(watch(second -> Math.min(ACTORS, second < 60 ? second * 331 : 19_800 + second)))
        .isEmpty();
  }

  @Test
  void shouldGiveUpWhenNothingIsDoneForTheHaltTime() {
    assertThat(watch(second -> 0)).contains("31: came to a halt");
  }

  @Test
  void shouldGiveUpWhenTheTimeIsUp() {
    RampWatch limited = pace(Duration.ofSeconds(5), 20);
    assertThat(limited.giveUp(1, true, 5 * SECOND)).isEmpty();
    assertThat(limited.giveUp(2, true, 6 * SECOND)).contains(Message.of("ramp.tooLong"));
  }

  @Test
  void shouldWaitForCallsThatAreFarApartOnPurpose() {
    int gap = 57;
    RampWatch slow =
        new RampWatch(
            20, Duration.ofSeconds(gap), Duration.ofSeconds(30), Duration.ofDays(1), 20, 0);

    for (int second = 1; second <= 20 * gap; second++) {
      assertThat(slow.giveUp(second / gap, false, second * SECOND)).isEmpty();
    }
    assertThat(slow.giveUp(20, false, (21L * gap + 31) * SECOND)).contains(Message.of("ramp.halt"));
  }
}
