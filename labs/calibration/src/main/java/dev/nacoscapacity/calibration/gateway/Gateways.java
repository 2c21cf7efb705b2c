package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.core.text.Message;
import io.jsonwebtoken.Jwts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The backend and the gateways in front of it, each in a JVM of its own. Gateways use half of the
 * cores; backend and load, which mostly wait, share the other half.
 */
final class Gateways {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(5);
  private static final int LATE_MILLIS = 200;
  private static final int WARM_UP_CLIENTS = 50;
  private static final int WARM_UP_REQUESTS = 10_000;

  /**
   * Warm-up ends when the cost of a request is at least this share of its cost in the previous
   * load.
   */
  private static final double SETTLED = 0.95;

  private static final String PEER_MAIN = "dev.nacoscapacity.peer.PeerGateway";

  private final TokenKey key = TokenKey.random();
  private final GatewayLimits limits;
  private final Path peerJars;

  /**
   * The setting of a gateway. Spring Cloud Gateway, which does not have this project's classes,
   * reads the same format.
   *
   * @param key that signs tokens, in Base64
   */
  record Setting(
      int backendPort,
      boolean tokenCache,
      int backendConnections,
      int clientConnections,
      String key) {}

  /**
   * @param peerJars folder of the assembled Spring Cloud Gateway; absolute
   */
  Gateways(GatewayLimits limits, Path peerJars) {
    this.limits = limits;
    this.peerJars = peerJars;
  }

  Optional<Message> missing(Route route) {
    return route.peer() && !Files.isDirectory(peerJars)
        ? Optional.of(Message.of("calibration.peerMissing"))
        : Optional.empty();
  }

  /** A token that outlives the calibration. */
  String token() {
    return Jwts.builder()
        .subject("nacos")
        .expiration(Date.from(Instant.now().plus(TOKEN_LIFETIME)))
        .signWith(key.secret())
        .compact();
  }

  /**
   * Warms up a route, once, with loads that the backend answers without delay, until the CPU cost
   * of a request stops falling, since JIT compilation continues long after the first load.
   *
   * @param most maximum number of loads, 1 or more
   */
  void warmUp(Route route, int most, SharedServers servers)
      throws IOException, InterruptedException {
    if (servers.has(route.name())) {
      return;
    }
    setLate(false, servers);
    Load load = new Load(WARM_UP_CLIENTS, WARM_UP_REQUESTS, 0, token());
    PinnedProcess process = server(route, servers).process();
    double cpuBefore = Double.MAX_VALUE;
    for (int i = 0; i < most; i++) {
      Reading start = process.read();
      long requests = new FleetLoad().run(load, port(route, servers), servers).requests();
      double cpu = process.read().since(start).cpuSeconds() / requests;
      if (cpu > SETTLED * cpuBefore) {
        return;
      }
      cpuBefore = cpu;
    }
  }

  /** Sets whether the backend delays its answers from now on. */
  void setLate(boolean late, SharedServers servers) throws IOException, InterruptedException {
    port(Route.DIRECT, servers);
    server(Route.DIRECT, servers).process().ask(late ? LATE_MILLIS : 0, Void.class, TIMEOUT);
  }

  SharedServer server(Route route, SharedServers servers) throws IOException, InterruptedException {
    Jvm jvm = Jvm.own("-Xmx512m");
    boolean backend = route == Route.DIRECT;
    List<String> command;
    if (backend) {
      command = jvm.command(LateBackend.class, servers.directory().resolve("tomcat").toString());
    } else if (route.peer()) {
      command = jvm.command(peerJars.resolve("*").toString(), PEER_MAIN);
    } else {
      command = jvm.command(OwnGateway.class);
    }
    String cores = backend ? servers.cores().load() : servers.cores().server();
    return servers.get(
        route.name(),
        directory ->
            new SharedServer(
                PinnedProcess.start(
                    "server-" + route.name().toLowerCase(Locale.ROOT), cores, directory, command)));
  }

  /** The port of a route. */
  int port(Route route, SharedServers servers) throws IOException, InterruptedException {
    if (route == Route.DIRECT) {
      return server(route, servers).port(limits);
    }
    Setting setting =
        new Setting(
            port(Route.DIRECT, servers),
            route.tokenCache().equals("on"),
            limits.backendConnections(),
            limits.clientConnections(),
            key.base64());
    return server(route, servers).port(setting);
  }
}
