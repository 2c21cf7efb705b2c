package dev.nacoscapacity.calibration.gateway;

/**
 * How much a load asks, as the study did.
 *
 * @param clients at a time
 * @param requests in all
 * @param times one after the other
 */
record Shape(int clients, int requests, int times) {

  /** 300 at a time. */
  static Shape burst(boolean full) {
    return new Shape(300, full ? 100_000 : 3_000, 1);
  }

  /** 200 at a time, five times. */
  static Shape series(boolean full) {
    return new Shape(200, full ? 10_000 : 1_000, 5);
  }

  @Override
  public String toString() {
    return "%d × %d%s".formatted(clients, requests, times == 1 ? "" : ", " + times + " times");
  }
}
