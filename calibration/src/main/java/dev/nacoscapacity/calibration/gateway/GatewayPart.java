package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.load.AbLoad;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.PartResult.Dimension;
import dev.nacoscapacity.reports.calibration.PartResult.Metric;
import dev.nacoscapacity.reports.statistics.Spread;
import dev.nacoscapacity.reports.text.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a gateway that checks tokens costs. */
public final class GatewayPart implements Part {

  static final String ROUTE = "route";
  static final String CACHE = "cache";
  static final String SHAPE = "shape";
  static final String LOAD = "load";

  static final String RATE = "rate";
  static final String FIRST = "first";
  static final String LAST = "last";
  static final String P50 = "p50";
  static final String P90 = "p90";
  static final String P99 = "p99";
  static final String MAX = "max";
  static final String CPU = "cpu";
  static final String CPU_PER_REQUEST = "cpuPerRequest";
  static final String SWITCHES = "switches";

  private static final Message ON_HALF_THE_CORES = Message.of("gateway.ceiling");

  private static final Message AT_LEAST = Message.of("gateway.ceiling.atLeast");

  /** Percent of a core from which on the gateway is what was used up. */
  private static final double USED_UP = 85;

  private static final int MOST_WARM_UPS = 10;

  private static final Path PEER = Path.of("calibration", "spring-cloud-gateway", "target", "lib");

  private final GatewayServers servers;

  /**
   * @param home the project's folder
   */
  public GatewayPart(GatewayLimits limits, Path home) {
    servers = new GatewayServers(limits, home.resolve(PEER));
  }

  @Override
  public String name() {
    return "gateway";
  }

  @Override
  public Message question() {
    return Message.of("gateway.question");
  }

  @Override
  public List<Dimension> dimensions() {
    return List.of(
        Dimension.of(name(), ROUTE),
        Dimension.of(name(), CACHE),
        Dimension.of(name(), SHAPE),
        Dimension.of(name(), LOAD));
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        Metric.of(name(), RATE, "req/s", 0),
        Metric.of(name(), FIRST, "req/s", 0),
        Metric.of(name(), LAST, "req/s", 0),
        Metric.of(name(), P50, "ms", 0),
        Metric.of(name(), P90, "ms", 0),
        Metric.of(name(), P99, "ms", 0),
        Metric.of(name(), MAX, "ms", 0),
        Metric.of(name(), CPU, "%", 0),
        Metric.of(name(), CPU_PER_REQUEST, "µs", 0),
        Metric.of(name(), SWITCHES, "/s", 0));
  }

  @Override
  public int repeats(Scale scale) {
    return scale == Scale.FULL ? 3 : 2;
  }

  @Override
  public List<Case> cases(Scale scale) {
    boolean full = scale == Scale.FULL;
    int warmUps = full ? MOST_WARM_UPS : 1;
    LoadGenerator fleet = new FleetLoad();
    LoadGenerator ab = new AbLoad();
    List<Case> cases = new ArrayList<>();
    for (Route route : Route.values()) {
      if (full || route != Route.PEER_UNCACHED) {
        cases.add(new GatewayCase(route, Shape.burst(full), fleet, warmUps, servers));
      }
      if (full || route == Route.OURS || route == Route.PEER) {
        cases.add(new GatewayCase(route, Shape.atOnce(full), fleet, warmUps, servers));
      }
      if (route == Route.DIRECT || route == Route.OURS || full && route == Route.PEER) {
        cases.add(new GatewayCase(route, Shape.burst(full), ab, warmUps, servers));
      }
    }
    if (full) {
      cases.add(new GatewayCase(Route.OURS, Shape.series(true), fleet, warmUps, servers));
    }
    cases.add(new GatewayCase(Route.OURS, Shape.series(full), ab, warmUps, servers));
    return cases;
  }

  @Override
  public List<ClaimComparison> compare(Results results) {
    return new GatewayClaims(results).comparisons();
  }

  @Override
  public List<Ceiling> ceilings(Results results) {
    for (boolean full : new boolean[] {false, true}) {
      Map<String, String> setting =
          GatewayCase.setting(Route.OURS, Shape.atOnce(full), FleetLoad.LABEL);
      Optional<Spread> rate = results.spread(setting, RATE);
      if (rate.isPresent()) {
        double cpu = results.spread(setting, CPU).map(Spread::median).orElse(0.0);
        return List.of(
            new Ceiling(
                Ceiling.HTTP,
                Ceiling.GATEWAY,
                cpu < USED_UP * servers.gatewayCores() ? AT_LEAST : ON_HALF_THE_CORES,
                rate.get().median()));
      }
    }
    return List.of();
  }

  @Override
  public void close() {
    servers.close();
  }
}
