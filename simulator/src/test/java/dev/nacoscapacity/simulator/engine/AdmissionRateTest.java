package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class AdmissionRateTest {

  private static final long MILLI = 1_000_000;
  private static final LongConsumer NOTHING = now -> {};

  private final AdmissionRate rate = AdmissionRate.fullRate(1000, 1, 0);
  private long now;

  /** How many may be started in so many seconds, asked each millisecond. */
  private int startedIn(int seconds, AdmissionRate rate, LongConsumer eachMilli) {
    int started = 0;
    for (long end = now + seconds * 1000 * MILLI; now < end; now += MILLI) {
      eachMilli.accept(now);
      while (rate.mayStart(now)) {
        rate.started(now);
        started++;
      }
    }
    return started;
  }

  @Test
  void shouldStartSlowlyAndRiseToTheMaximumWhenClientsConnect() {
    AdmissionRate rate = AdmissionRate.slowStart(1000, 1, 0);

    assertThat(startedIn(1, rate, NOTHING)).isBetween(50, 80);
    startedIn(6, rate, NOTHING);
    assertThat(startedIn(1, rate, NOTHING)).isBetween(990, 1010);
  }

  @Test
  void shouldStartAtTheMaximumWhenNobodyConnects() {
    assertThat(startedIn(1, AdmissionRate.fullRate(2000, 1, 0), NOTHING)).isBetween(1990, 2010);
  }

  @Test
  void shouldSlowDownWhileSetUpsTakeHalfOfWhatAClientWaits() {
    rate.setUp(2 * MILLI);
    startedIn(5, rate, at -> rate.setUp(53 * MILLI));

    assertThat(startedIn(1, rate, at -> rate.setUp(53 * MILLI))).isBetween(19, 21);
    assertThat(rate.throttledByLag()).isFalse();
  }

  @Test
  void shouldNotMistakeADistantNetworkForASlowNode() {
    startedIn(5, rate, at -> rate.setUp(400 * MILLI));

    assertThat(startedIn(1, rate, at -> rate.setUp(400 * MILLI))).isBetween(990, 1010);
  }

  @Test
  void shouldSlowDownWhileTheLoopIsLate() {
    startedIn(5, rate, at -> rate.lag(101 * MILLI, at));

    assertThat(startedIn(1, rate, at -> rate.lag(101 * MILLI, at))).isBetween(19, 21);
    assertThat(rate.throttledByLag()).isTrue();
  }

  @Test
  void shouldHoldItsRateBetweenGoodAndBad() {
    AdmissionRate rate = AdmissionRate.slowStart(1000, 1, 0);

    assertThat(startedIn(10, rate, at -> rate.lag(60 * MILLI, at))).isBetween(495, 510);
  }

  @Test
  void shouldStopRisingWhenSomeSetUpsTakeLongerThanAClientWaits() {
    AdmissionRate rate = AdmissionRate.slowStart(1000, 1, 0);
    LongConsumer oneOfFifty = at -> rate.setUp(at / MILLI % 50 == 0 ? 102 * MILLI : MILLI);

    assertThat(startedIn(10, rate, oneOfFifty)).isBetween(495, 510);
  }

  @Test
  void shouldIgnoreShortPauses() {
    for (int second = 0; second < 5; second++) {
      now += 120 * MILLI;
      rate.lag(120 * MILLI, now);
      startedIn(1, rate, at -> rate.lag(0, at));
    }

    assertThat(startedIn(1, rate, at -> rate.lag(0, at))).isBetween(990, 1010);
  }

  @Test
  void shouldRecoverAfterwards() {
    startedIn(5, rate, at -> rate.lag(101 * MILLI, at));
    startedIn(8, rate, NOTHING);

    assertThat(startedIn(1, rate, NOTHING)).isBetween(990, 1010);
    assertThat(rate.throttledByLag()).isFalse();
  }

  /** As while all calls of a ramp are under way and none is answered. */
  @Test
  void shouldKnowWhetherItIsThrottledWhileNothingStarts() {
    rate.setUp(2 * MILLI);
    startedIn(
        1,
        rate,
        at -> {
          rate.setUp(200 * MILLI);
          rate.lag(101 * MILLI, at);
        });
    assertThat(rate.throttled()).isTrue();
    assertThat(rate.throttledByLag()).isTrue();

    for (long end = now + 1500 * MILLI; now < end; now += MILLI) {
      rate.lag(0, now);
    }
    assertThat(rate.throttled()).isFalse();
    assertThat(rate.throttledByLag()).isFalse();
  }

  @Test
  void shouldNotRiseWhileNobodyAsks() {
    AdmissionRate rate = AdmissionRate.slowStart(1000, 1, 0);
    for (; now < 10_000 * MILLI; now += MILLI) {
      rate.lag(0, now);
    }

    assertThat(startedIn(1, rate, at -> rate.lag(60 * MILLI, at))).isBetween(50, 56);
  }

  @Test
  void shouldNotSaveUpStartsWhileTheLoopStalls() {
    now = 10_000 * MILLI;
    int atOnce = 0;
    for (; rate.mayStart(now); rate.started(now)) {
      atOnce++;
    }

    assertThat(atOnce).isLessThanOrEqualTo(6);
  }

  @Test
  void shouldPauseTwiceAsLongEachTimeUpToFiveSecondsWithJitter() {
    long[] pauses = {100, 200, 400, 800, 1600, 3200, 5000, 5000};
    SplittableRandom jitter = new SplittableRandom(1);
    for (long pause : pauses) {
      rate.failed(now);
      long jittered = (long) (pause * MILLI * (0.5 + jitter.nextDouble()));
      assertThat(rate.mayStart(now + jittered - 1)).isFalse();
      now += jittered + 1;
      assertThat(rate.mayStart(now)).isTrue();
    }
  }

  @Test
  void shouldPauseOnceForAllThatFailTogether() {
    for (int client = 0; client < 100; client++) {
      rate.failed(client);
    }

    assertThat(rate.mayStart(150 * MILLI)).isTrue();
  }

  @Test
  void shouldPauseBrieflyAgainAfterASuccess() {
    for (int time = 0; time < 8; time++) {
      rate.failed(now);
      now += 10_000 * MILLI;
    }
    rate.succeeded();
    rate.failed(now);

    assertThat(rate.mayStart(now + 150 * MILLI)).isTrue();
  }

  @Test
  void shouldSlowDownWhenClientsAreTurnedAway() {
    for (int time = 0; time < 20; time++) {
      rate.failed(now);
      now += 8_000 * MILLI;
      rate.mayStart(now);
    }

    assertThat(startedIn(1, rate, NOTHING)).isLessThanOrEqualTo(40);
  }
}
