package dev.nacoscapacity.calibration.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.nacoscapacity.calibration.load.AbLoad;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backend, gateway and load as processes, under a small load. */
@Tag("full")
class GatewayIT {

  private static final Path NO_PEER = Path.of("no-such-folder");

  /** Where this project's build assembles it. */
  private static final Path PEER = Path.of("spring-cloud-gateway/target/lib").toAbsolutePath();

  private static final int CLIENTS = 20;

  @TempDir Path directory;

  @Test
  void shouldMeasureTheSameLoadWithTheGatewayAndWithout() throws Exception {
    Gateways gateways = new Gateways(limits(500), NO_PEER);
    try (SharedServers servers = new SharedServers(directory)) {
      Round direct = measure(Route.DIRECT, new Shape(CLIENTS, 200, 2, true, 0), gateways, servers);
      Round late = measure(Route.OURS, new Shape(CLIENTS, 100, 1, true, 0), gateways, servers);
      Round atOnce =
          measure(Route.OURS_UNCACHED, new Shape(CLIENTS, 200, 1, false, 0), gateways, servers);

      // The backend takes 200 ms: some client's ten answers lie 1.8 s apart, or more.
      assertThat(direct.figures().get(LoadedServer.RATE)).isPositive().isLessThan(5.6 * CLIENTS);
      assertThat(direct.figures()).doesNotContainKeys(LoadedServer.CPU, LoadedServer.SWITCHES);
      assertThat(late.figures().get(LoadedServer.P50)).isGreaterThanOrEqualTo(200);
      assertThat(late.figures().get(LoadedServer.CPU_PER_REQUEST)).isPositive();
      assertThat(late.figures().get(LoadedServer.SWITCHES)).isPositive();
      assertThat(atOnce.figures().get(LoadedServer.RATE)).isPositive();
    }
  }

  @Test
  void shouldSayWhyWhenAClientFindsNoConnection() {
    GatewayLimits tooFew = new GatewayLimits(10, 10, 100, CLIENTS / 2, 100);
    Gateways gateways = new Gateways(tooFew, NO_PEER);
    try (SharedServers servers = new SharedServers(directory)) {
      LoadGenerator impatient = new FleetLoad(2);
      Shape atOnce = new Shape(CLIENTS, 200, 1, false, 0);
      assertThatThrownBy(
              () -> new GatewayCase(Route.OURS, atOnce, impatient, 1, gateways).measure(servers))
          .isInstanceOf(MeasureException.class)
          .hasMessageContaining("is a limit below the number of clients?");
    }
  }

  @Test
  void shouldLetGenuineTokensThroughThePeerAndNoOthers() throws Exception {
    Gateways gateways = new Gateways(limits(50), PEER);
    try (SharedServers servers = new SharedServers(directory)) {
      gateways.setLate(false, servers);
      int port = gateways.port(Route.PEER, servers);

      assertThat(status(port, gateways.token())).isEqualTo(200);
      assertThat(status(port, new Gateways(limits(50), PEER).token())).isEqualTo(403);
      assertThat(status(port, null)).isEqualTo(403);
    }
  }

  private static int status(int port, String token) throws Exception {
    HttpRequest.Builder beat =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + Http.BEAT));
    if (token != null) {
      beat.header("Authorization", Http.BEARER + token);
    }
    return HttpClient.newHttpClient()
        .send(beat.build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void shouldMeasureByAbWhereItIsInstalled() throws Exception {
    AbLoad ab = new AbLoad();
    assumeThat(ab.missing()).isEmpty();
    Gateways gateways = new Gateways(limits(50), NO_PEER);
    try (SharedServers servers = new SharedServers(directory)) {
      Shape atOnce = new Shape(CLIENTS, 200, 2, false, 0);

      Round round = new GatewayCase(Route.OURS, atOnce, ab, 1, gateways).measure(servers);

      assertThat(round.figures()).containsKeys(LoadedServer.FIRST, LoadedServer.LAST);
      assertThat(round.figures().get(LoadedServer.RATE)).isPositive();
    }
  }

  private static GatewayLimits limits(int connections) {
    return new GatewayLimits(100, 100, connections, connections, connections);
  }

  private static Round measure(Route route, Shape shape, Gateways gateways, SharedServers servers)
      throws Exception {
    return new GatewayCase(route, shape, new FleetLoad(), 1, gateways).measure(servers);
  }
}
