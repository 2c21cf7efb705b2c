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
import dev.nacoscapacity.reports.calibration.Dimension;
import dev.nacoscapacity.reports.calibration.Metric;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
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

  private static final Text ON_HALF_THE_CORES =
      new Text("one gateway on half of the cores", "占一半核的一个网关");

  private static final Text AT_LEAST =
      new Text(
          ON_HALF_THE_CORES.en() + ", at least: backend and load were used up before it",
          ON_HALF_THE_CORES.zh() + "，至少如此：后端与发压端先用尽");

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
  public Text question() {
    return new Text(
        "What does a gateway that checks tokens cost, in front of a backend that takes 200 ms?",
        "在响应需 200 ms 的后端之前，校验令牌的网关有多大代价？");
  }

  @Override
  public List<Dimension> dimensions() {
    return List.of(
        new Dimension(ROUTE, new Text("through", "经过")),
        new Dimension(CACHE, new Text("token cache", "令牌缓存")),
        new Dimension(SHAPE, new Text("clients × requests", "并发 × 请求数")),
        new Dimension(LOAD, new Text("load", "压测工具")));
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        new Metric(RATE, new Text("throughput", "吞吐量"), "req/s", 0),
        new Metric(FIRST, new Text("first time", "第一次"), "req/s", 0),
        new Metric(LAST, new Text("last time", "最后一次"), "req/s", 0),
        new Metric(P50, new Text("p50", "p50"), "ms", 0),
        new Metric(P90, new Text("p90", "p90"), "ms", 0),
        new Metric(P99, new Text("p99", "p99"), "ms", 0),
        new Metric(MAX, new Text("max", "最大"), "ms", 0),
        new Metric(CPU, new Text("gateway CPU", "网关 CPU"), "%", 0),
        new Metric(CPU_PER_REQUEST, new Text("gateway CPU a request", "网关每请求 CPU"), "µs", 0),
        new Metric(SWITCHES, new Text("gateway context switches", "网关上下文切换"), "/s", 0));
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
