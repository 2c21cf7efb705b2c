package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.reports.text.Message;
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
 * The backend and the gateways in front of it, each in a JVM of its own. Gateways have half of the
 * cores; backend and load, which mostly wait, share the other half.
 */
final class Gateways {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(5);
  private static final int LATE_MILLIS = 200;
  private static final int WARM_UP_CLIENTS = 50;
  private static final int WARM_UP_REQUESTS = 10_000;

  /** Warm-up ends when a request costs at least so much of what it cost in the load before. */
  private static final double SETTLED = 0.95;

  private static final String PEER_MAIN = "dev.nacoscapacity.peer.PeerGateway";

  private final TokenKey key = TokenKey.random();
  private final GatewayLimits limits;
  private final Path peerJars;

  /**
   * What opens a gateway: Spring Cloud Gateway, which has none of our classes, reads the same.
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
   * @param peerJars where Spring Cloud Gateway is assembled; absolute
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

  /** A token that is valid for longer than a calibration takes. */
  String token() {
    return Jwts.builder()
        .subject("nacos")
        .expiration(Date.from(Instant.now().plus(TOKEN_LIFETIME)))
        .signWith(key.secret())
        .compact();
  }

  /**
   * Warms up a route, once, by loads that the backend answers at once: until a request costs the
   * server no less CPU than in the load before, since compilers go on long after the first one.
   *
   * @param most loads, 1 or more
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

  /** Whether the backend delays its answers from now on. */
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

  /** Where a route listens. */
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
