package dev.nacoscapacity.calibration.gateway;

/**
 * How much a load asks, as the study did.
 *
 * @param clients at a time
 * @param requests in all
 * @param times one after the other
 * @param late whether the backend takes its time, or answers at once
 */
record Shape(int clients, int requests, int times, boolean late) {

  /** 300 at a time. */
  static Shape burst(boolean full) {
    return new Shape(300, full ? 100_000 : 2_000, 1, true);
  }

  /** 200 at a time, five times. */
  static Shape series(boolean full) {
    return new Shape(200, full ? 10_000 : 500, 5, true);
  }

  /** As fast as it goes: 50 at a time keep all busy. */
  static Shape atOnce(boolean full) {
    return new Shape(50, full ? 200_000 : 10_000, 1, false);
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
