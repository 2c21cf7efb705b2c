package dev.nacoscapacity.calibration.gateway;

/**
 * How much a load asks, as in the study.
 *
 * @param clients at a time
 * @param requests in all; a multiple of the clients where the backend is late, for then answers
 *     come in waves, and a wave that is not full would take as long as a whole one
 * @param times one after the other
 * @param late whether the backend delays its answers
 * @param warmUpMillis of the load itself, where it can, before requests count
 */
record Shape(int clients, int requests, int times, boolean late, long warmUpMillis) {

  /** 300 at a time. */
  static Shape burst(boolean full) {
    return new Shape(300, full ? 100_200 : 2_100, 1, true, 0);
  }

  /** 200 at a time, five times. */
  static Shape series(boolean full) {
    return new Shape(200, full ? 10_000 : 600, 5, true, 0);
  }

  /** As fast as it goes: 50 at a time keep all busy. */
  static Shape atOnce(boolean full) {
    return new Shape(50, full ? 200_000 : 5_000, 1, false, full ? 10_000 : 1_000);
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
