package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.gateway.GatewayPart.Route;
import dev.nacoscapacity.calibration.harness.Host;
import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.calibration.harness.Load;
import dev.nacoscapacity.calibration.harness.Peer;
import dev.nacoscapacity.calibration.harness.Requests;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.cluster.gateway.Gateway;
import dev.nacoscapacity.cluster.gateway.GatewaySettings;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.core.text.Message;
import io.jsonwebtoken.Jwts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;

/**
 * The backend and the gateways in front of it, each in a JVM of its own. Gateways use half of the
 * cores; backend and load, which mostly wait, share the other half.
 */
final class Gateways {

  private static final Duration TOKEN_LIFETIME = Duration.ofHours(5);
  private static final int LATE_MILLIS = 200;
  private static final String PEER_MAIN = "dev.nacoscapacity.peer.PeerGateway";

  private final TokenKey key = TokenKey.random();
  private final GatewayLimits limits;
  private final Path peerJars;

  /**
   * The setting of a gateway. Spring Cloud Gateway reads the same format.
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
   * @param peerJars folder of the assembled Spring Cloud Gateway
   */
  Gateways(GatewayLimits limits, Path peerJars) {
    this.limits = limits;
    this.peerJars = peerJars.toAbsolutePath();
  }

  /** Opens our gateway in a JVM of its own. */
  public static void main(String[] args) {
    Requests.serve(
        Setting.class,
        setting ->
            Gateway.open(
                    new InetSocketAddress("127.0.0.1", 0),
                    new InetSocketAddress("127.0.0.1", setting.backendPort),
                    TokenKey.ofBase64(setting.key),
                    new GatewaySettings(
                        HttpProxySettings.DEFAULT.withConnections(
                            setting.clientConnections, setting.backendConnections),
                        setting.tokenCache))
                .address()
                .getPort());
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
   * Warms up a route, once, by loads that the backend answers without delay, since compilation
   * continues long after the first one.
   */
  void warmUp(Route route, int loads, SharedPeers peers) throws IOException, InterruptedException {
    if (peers.has(route.name())) {
      return;
    }
    int backend = backend(false, peers);
    Load load = new Load(Load.Tool.fleet, 50, 10_000, 0, 0, token());
    for (int i = 0; i < loads; i++) {
      load.run(port(route, backend, peers), peers);
    }
  }

  /** The port of the backend, which delays its answers or not from now on. */
  int backend(boolean late, SharedPeers peers) throws IOException, InterruptedException {
    String folder = peers.directory().resolve("tomcat").toString();
    return peer(Route.DIRECT, peers)
        .ask(new SlowBackend.Delay(late ? LATE_MILLIS : 0, folder, limits), Integer.class);
  }

  Peer peer(Route route, SharedPeers peers) throws IOException, InterruptedException {
    Jvm jvm = Jvm.own("-Xmx512m");
    boolean backend = route == Route.DIRECT;
    String cores = backend ? Host.loadCores() : Host.serverCores();
    List<String> command =
        route.peer()
            ? new Jvm(Jvm.JAVA, peerJars + "/*", jvm.options()).command(PEER_MAIN)
            : jvm.command(backend ? SlowBackend.class : Gateways.class);
    return peers.get(
        route.name(), () -> Peer.start("server-" + route, cores, peers.directory(), command));
  }

  /** The port of a route to a backend. */
  int port(Route route, int backendPort, SharedPeers peers)
      throws IOException, InterruptedException {
    return route == Route.DIRECT
        ? backendPort
        : peer(route, peers)
            .port(
                new Setting(
                    backendPort,
                    route.tokenCache.equals("on"),
                    limits.backendConnections,
                    limits.clientConnections,
                    key.base64()));
  }
}
