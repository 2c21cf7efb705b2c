package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Host;
import dev.nacoscapacity.calibration.harness.Load;
import dev.nacoscapacity.calibration.harness.Load.Tool;
import dev.nacoscapacity.calibration.harness.Part;
import dev.nacoscapacity.calibration.harness.PartTable;
import dev.nacoscapacity.calibration.harness.Peer;
import dev.nacoscapacity.calibration.harness.Results;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the cost of a gateway that checks tokens. */
public final class GatewayPart implements Part {

  /** CPU in percent of a core from which the gateway counts as the bottleneck. */
  private static final double USED_UP = 85;

  private final boolean full;
  private final Gateways gateways;

  /**
   * @param home the project's folder
   */
  public GatewayPart(boolean full, GatewayLimits limits, Path home) {
    this.full = full;
    this.gateways =
        new Gateways(limits, home.resolve("labs/calibration/spring-cloud-gateway/target/lib"));
  }

  @Override
  public PartTable table() {
    return PartTable.of(
        "gateway",
        "route cache shape load",
        "rate req/s 0, first req/s 0, last req/s 0, p50 ms 0, p90 ms 0, p99 ms 0, max ms 0, "
            + "cpu % 0, cpuPerRequest µs 0, switches /s 0");
  }

  /** The route from the load to the backend. */
  enum Route {
    DIRECT("direct", ""),
    OURS("gateway", "on"),
    OURS_UNCACHED("gateway", "off"),
    PEER("Spring Cloud Gateway", "on"),
    PEER_UNCACHED("Spring Cloud Gateway", "off");

    final String label;

    /** {@code on} or {@code off}; empty for a route without a token cache. */
    final String tokenCache;

    Route(String label, String tokenCache) {
      this.label = label;
      this.tokenCache = tokenCache;
    }

    boolean peer() {
      return this == PEER || this == PEER_UNCACHED;
    }
  }

  /**
   * A load of so many concurrent clients, as in the study.
   *
   * @param requests in all; a multiple of the clients when the backend is late, since answers come
   *     in waves then, and an incomplete wave would take as long as a full one
   * @param times number of repetitions
   * @param late whether the backend delays its answers
   */
  record Shape(int clients, int requests, int times, boolean late) {

    static Shape burst(boolean full) {
      return new Shape(300, full ? 100_200 : 2_100, 1, true);
    }

    static Shape series(boolean full) {
      return new Shape(200, full ? 10_000 : 600, 5, true);
    }

    /** As fast as possible. */
    static Shape atOnce(boolean full) {
      return new Shape(50, full ? 200_000 : 5_000, 1, false);
    }

    @Override
    public String toString() {
      String repeated = times == 1 ? "" : ", " + times + " times";
      return clients + " × " + requests + repeated + (late ? "" : ", answered at once");
    }
  }

  @Override
  public List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Route route : Route.values()) {
      if (full || route != Route.PEER_UNCACHED) {
        cases.add(load(route, Shape.burst(full), Tool.fleet));
      }
      if (full || route == Route.OURS || route == Route.PEER) {
        cases.add(load(route, Shape.atOnce(full), Tool.fleet));
      }
      if (route == Route.DIRECT || route == Route.OURS || full && route == Route.PEER) {
        cases.add(load(route, Shape.burst(full), Tool.ab));
      }
    }
    if (full) {
      cases.add(load(Route.OURS, Shape.series(true), Tool.fleet));
    }
    cases.add(load(Route.OURS, Shape.series(full), Tool.ab));
    return cases;
  }

  static String setting(Route route, Shape shape, Tool tool) {
    return "%s|%s|%s|%s".formatted(route.label, route.tokenCache, shape, tool);
  }

  /** One load on the backend over one route. */
  private Case load(Route route, Shape shape, Tool tool) {
    return Case.of(setting(route, shape, tool), peers -> measure(route, shape, tool, peers))
        .unless(gateways.missing(route).or(tool::missing))
        .after(peers -> gateways.warmUp(route, full ? 5 : 1, peers));
  }

  Round measure(Route route, Shape shape, Tool tool, SharedPeers peers)
      throws IOException, InterruptedException {
    int port = gateways.port(route, gateways.backend(shape.late, peers), peers);
    int warmUpMillis = shape.late ? 0 : full ? 10_000 : 1_000;
    Load load = new Load(tool, shape.clients, shape.requests, 0, warmUpMillis, gateways.token());
    Peer gateway = route == Route.DIRECT ? null : gateways.peer(route, peers);
    return Round.of(load.measure(shape.times, port, gateway, peers));
  }

  @Override
  public List<Ceiling> ceilings(Results results) {
    String setting = setting(Route.OURS, Shape.atOnce(full), Tool.fleet);
    int cores = Host.serverCores().split(",").length;
    boolean usedUp = results.median(setting, Load.CPU) >= USED_UP * cores;
    Message name = Message.of(usedUp ? "gateway.ceiling" : "gateway.ceiling.atLeast");
    return results.spread(setting, Load.RATE).stream()
        .map(rate -> new Ceiling(Ceiling.HTTP, Ceiling.GATEWAY, name, rate.median()))
        .toList();
  }
}
