package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.cluster.token.TokenKey;
import io.jsonwebtoken.Jwts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The backend and what stands in front of it, each a process, started when the first case needs it.
 * Gateways have half of the cores; backend and load, which mostly wait, share the other half.
 */
final class GatewayServers implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(120);
  private static final Duration TOKEN = Duration.ofHours(5);
  private static final String BACKEND_DELAY_MILLIS = "200";
  private static final String AT_ONCE = "0";
  private static final int WARM_UP_CLIENTS = 50;

  private static final int WARM_UP_REQUESTS = 10_000;

  /** A request that costs so much of what it cost in the load before costs no less. */
  private static final double SETTLED = 0.95;

  private static final String PEER_MAIN = "dev.nacoscapacity.peer.PeerGateway";

  private final Cores cores = Cores.allowed();
  private final TokenKey key = TokenKey.random();
  private final GatewayLimits limits;
  private final Path peerJars;
  private final Map<Route, Server> servers = new EnumMap<>(Route.class);

  /** One that listens. */
  record Server(PinnedProcess process, int port) {}

  /**
   * @param peerJars where the peer's are assembled
   */
  GatewayServers(GatewayLimits limits, Path peerJars) {
    this.limits = limits;
    this.peerJars = peerJars.toAbsolutePath();
  }

  String loadCores() {
    return cores.load();
  }

  boolean hasPeer() {
    return Files.isDirectory(peerJars);
  }

  /** One that is good for as long as it all takes. */
  String token() {
    return Jwts.builder()
        .subject("nacos")
        .expiration(Date.from(Instant.now().plus(TOKEN)))
        .signWith(key.secret())
        .compact();
  }

  /**
   * Makes a route warm, once, by loads that the backend answers at once: until a request costs the
   * server no less CPU than in the load before, since compilers go on long after the first.
   *
   * @param most loads, 1 or more
   */
  void warmUp(Route route, int most, Path directory) throws IOException, InterruptedException {
    if (servers.containsKey(route)) {
      return;
    }
    setLate(false, directory);
    Load load = new Load(WARM_UP_CLIENTS, WARM_UP_REQUESTS, Duration.ZERO, token());
    Server server = server(route, directory);
    double cpuBefore = Double.MAX_VALUE;
    for (int i = 0; i < most; i++) {
      double start = server.process().cpuSeconds();
      long requests = new FleetLoad().run(load, server.port(), loadCores(), directory).requests();
      double cpu = (server.process().cpuSeconds() - start) / requests;
      if (cpu > SETTLED * cpuBefore) {
        return;
      }
      cpuBefore = cpu;
    }
  }

  /** How many cores a gateway has. */
  int gatewayCores() {
    return cores.server().split(",").length;
  }

  /** Whether the backend takes its time from now on, or answers at once. */
  void setLate(boolean late, Path directory) throws IOException, InterruptedException {
    PinnedProcess backend = server(Route.DIRECT, directory).process();
    String delay = late ? BACKEND_DELAY_MILLIS : AT_ONCE;
    long before = backend.count(TomcatMain.DELAY + delay);
    backend.say(delay);
    backend.awaitCount(TomcatMain.DELAY + delay, before + 1, START);
  }

  Server server(Route route, Path directory) throws IOException, InterruptedException {
    if (servers.values().stream().anyMatch(each -> !each.process().isAlive())) {
      // A gateway knows its backend by the port that it had.
      close();
    }
    Server server = servers.get(route);
    if (server == null) {
      server = start(route, directory);
      servers.put(route, server);
    }
    return server;
  }

  private Server start(Route route, Path directory) throws IOException, InterruptedException {
    boolean backend = route == Route.DIRECT;
    PinnedProcess process =
        PinnedProcess.start(
            "server-" + route.name().toLowerCase(),
            backend ? cores.load() : cores.server(),
            directory,
            backend ? backend(directory) : gateway(route, directory));
    try {
      if (!backend) {
        process.say(key.base64());
      }
      return new Server(process, Integer.parseInt(process.awaitLine(TomcatMain.LISTENING, START)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private List<String> backend(Path directory) {
    return Jvm.own("-XX:+UseSerialGC", "-Xmx256m")
        .command(
            TomcatMain.class,
            BACKEND_DELAY_MILLIS,
            Integer.toString(limits.acceptCount()),
            Integer.toString(limits.tomcatThreads()),
            Integer.toString(limits.tomcatConnections()),
            directory.resolve("tomcat").toAbsolutePath().toString());
  }

  private List<String> gateway(Route route, Path directory)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                Integer.toString(server(Route.DIRECT, directory).port()),
                route.tokenCache(),
                Integer.toString(limits.backendConnections())));
    Jvm jvm = Jvm.own("-XX:+UseSerialGC", "-Xmx512m");
    if (route.peer()) {
      List<String> command = new ArrayList<>(List.of(jvm.java().toString()));
      command.addAll(jvm.arguments());
      command.addAll(List.of("-cp", peerJars.resolve("*").toString(), PEER_MAIN));
      command.addAll(arguments);
      return command;
    }
    arguments.add(Integer.toString(limits.clientConnections()));
    return jvm.command(GatewayMain.class, arguments.toArray(String[]::new));
  }

  @Override
  public void close() {
    servers.values().forEach(server -> server.process().close());
    servers.clear();
  }
}
