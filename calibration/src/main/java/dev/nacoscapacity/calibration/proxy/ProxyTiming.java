package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.load.Wrk;
import java.time.Duration;

/**
 * How much a case takes.
 *
 * @param warmUpSeconds of wrk, for each proxy before the first round
 * @param measuredSeconds of wrk
 * @param load of the fleet, where there is no wrk: to warm a proxy as to measure
 */
record ProxyTiming(int warmUpSeconds, int measuredSeconds, Load load) {

  private static final int CLIENTS = 50;

  static final ProxyTiming QUICK =
      new ProxyTiming(3, 1, new Load(CLIENTS, 20_000, Duration.ofSeconds(3), null));
  static final ProxyTiming FULL =
      new ProxyTiming(5, 10, new Load(CLIENTS, 300_000, Duration.ofSeconds(10), null));

  /** What warms, or what measures, by its label. */
  LoadGenerator generator(String label, boolean warms) {
    return label.equals(Wrk.LABEL)
        ? new Wrk(warms ? warmUpSeconds : measuredSeconds)
        : new FleetLoad();
  }
}
