package dev.nacoscapacity.calibration.gateway;

import java.time.Duration;

/**
 * How much a load asks, as the study did.
 *
 * @param clients at a time
 * @param requests in all; a multiple of the clients where the backend is late, for then answers
 *     come in waves, and a wave that is not full would count as a whole one's time
 * @param times one after the other
 * @param late whether the backend takes its time, or answers at once
 * @param warmUp of the load itself, where that can, before requests count
 */
record Shape(int clients, int requests, int times, boolean late, Duration warmUp) {

  /** 300 at a time. */
  static Shape burst(boolean full) {
    return new Shape(300, full ? 100_200 : 2_100, 1, true, Duration.ZERO);
  }

  /** 200 at a time, five times. */
  static Shape series(boolean full) {
    return new Shape(200, full ? 10_000 : 600, 5, true, Duration.ZERO);
  }

  /** As fast as it goes: 50 at a time keep all busy. */
  static Shape atOnce(boolean full) {
    return new Shape(50, full ? 200_000 : 5_000, 1, false, Duration.ofSeconds(full ? 10 : 1));
  }

  @Override
  public String toString() {
    return "%d × %d%s%s"
        .formatted(
            clients,
            requests,
            times == 1 ? "" : ", " + times + " times",
            late ? "" : ", answered at once");
  }
}
