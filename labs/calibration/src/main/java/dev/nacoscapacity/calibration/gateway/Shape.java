package dev.nacoscapacity.calibration.gateway;

/**
 * The size of a load, as in the study.
 *
 * @param clients concurrent clients
 * @param requests total number of requests; a multiple of the clients when the backend is delayed,
 *     since answers come in waves then, and an incomplete wave would take as long as a full one
 * @param times number of repetitions
 * @param late whether the backend delays its answers
 * @param warmUpMillis warm-up of the load generator, if it has one, before requests count
 */
record Shape(int clients, int requests, int times, boolean late, long warmUpMillis) {

  /** 300 concurrent clients. */
  static Shape burst(boolean full) {
    return new Shape(300, full ? 100_200 : 2_100, 1, true, 0);
  }

  /** 200 concurrent clients, five times. */
  static Shape series(boolean full) {
    return new Shape(200, full ? 10_000 : 600, 5, true, 0);
  }

  /** As fast as possible: 50 concurrent clients keep everything busy. */
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
