package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.PartTable;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.load.AbLoad;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures the cost of a gateway that checks tokens. */
public final class GatewayPart extends Part {

  static final PartTable TABLE =
      PartTable.of("gateway", "route", "cache", "shape", "load")
          .metric(LoadedServer.RATE, "req/s", 0)
          .metric(LoadedServer.FIRST, "req/s", 0)
          .metric(LoadedServer.LAST, "req/s", 0)
          .metric(LoadedServer.P50, "ms", 0)
          .metric(LoadedServer.P90, "ms", 0)
          .metric(LoadedServer.P99, "ms", 0)
          .metric(LoadedServer.MAX, "ms", 0)
          .metric(LoadedServer.CPU, "%", 0)
          .metric(LoadedServer.CPU_PER_REQUEST, "µs", 0)
          .metric(LoadedServer.SWITCHES, "/s", 0);

  /** CPU in percent of a core from which the gateway counts as the bottleneck. */
  private static final double USED_UP = 85;

  private static final int MOST_WARM_UPS = 10;

  private static final Path PEER =
      Path.of("labs", "calibration", "spring-cloud-gateway", "target", "lib");

  private final Gateways gateways;

  /**
   * @param home the project's folder
   */
  public GatewayPart(GatewayLimits limits, Path home) {
    super(TABLE);
    gateways = new Gateways(limits, home.resolve(PEER).toAbsolutePath());
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
        cases.add(new GatewayCase(route, Shape.burst(full), fleet, warmUps, gateways));
      }
      if (full || route == Route.OURS || route == Route.PEER) {
        cases.add(new GatewayCase(route, Shape.atOnce(full), fleet, warmUps, gateways));
      }
      if (route == Route.DIRECT || route == Route.OURS || full && route == Route.PEER) {
        cases.add(new GatewayCase(route, Shape.burst(full), ab, warmUps, gateways));
      }
    }
    if (full) {
      cases.add(new GatewayCase(Route.OURS, Shape.series(true), fleet, warmUps, gateways));
    }
    cases.add(new GatewayCase(Route.OURS, Shape.series(full), ab, warmUps, gateways));
    return cases;
  }

  @Override
  public List<ClaimComparison> compare(Results results) {
    return new GatewayClaims(results).comparisons();
  }

  @Override
  public List<Ceiling> ceilings(Results results) {
    int cores = Cores.allowed().server().split(",").length;
    for (boolean full : new boolean[] {false, true}) {
      Map<String, String> setting =
          GatewayCase.setting(Route.OURS, Shape.atOnce(full), FleetLoad.LABEL);
      Optional<Spread> rate = results.spread(setting, LoadedServer.RATE);
      if (rate.isPresent()) {
        double cpu = results.spread(setting, LoadedServer.CPU).map(Spread::median).orElse(0.0);
        return List.of(
            new Ceiling(
                Ceiling.HTTP,
                Ceiling.GATEWAY,
                Message.of(cpu < USED_UP * cores ? "gateway.ceiling.atLeast" : "gateway.ceiling"),
                rate.get().median()));
      }
    }
    return List.of();
  }
}
