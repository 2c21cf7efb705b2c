package dev.nacoscapacity.calibration.proxy;

/**
 * How long a case takes.
 *
 * @param warmUpSeconds of each proxy before the first round
 * @param measuredSeconds of wrk
 * @param requests of the fleet, where there is no wrk
 */
record ProxyTiming(int warmUpSeconds, int measuredSeconds, int requests) {

  static final ProxyTiming QUICK = new ProxyTiming(3, 1, 20_000);
  static final ProxyTiming FULL = new ProxyTiming(5, 10, 300_000);
}
