package dev.nacoscapacity.calibration.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.nacoscapacity.calibration.load.AbLoad;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backend, gateway and load as processes, under a small load. */
class GatewayIT {

  private static final Path NO_PEER = Path.of("no-such-folder");

  /** Where this project's build assembles it. */
  private static final Path PEER = Path.of("spring-cloud-gateway/target/lib");

  private static final int CLIENTS = 20;

  @TempDir Path directory;

  @Test
  void shouldMeasureTheSameLoadWithTheGatewayAndWithout() throws Exception {
    try (GatewayServers servers = new GatewayServers(limits(500), NO_PEER)) {
      Round direct =
          measure(Route.DIRECT, new Shape(CLIENTS, 200, 2, true, Duration.ZERO), servers);
      Round late = measure(Route.OURS, new Shape(CLIENTS, 100, 1, true, Duration.ZERO), servers);
      Round atOnce =
          measure(Route.OURS_UNCACHED, new Shape(CLIENTS, 200, 1, false, Duration.ZERO), servers);

      // The backend takes 200 ms: some client's ten answers lie 1.8 s apart, or more.
      assertThat(direct.figures().get(GatewayPart.RATE)).isPositive().isLessThan(5.6 * CLIENTS);
      assertThat(direct.figures()).doesNotContainKeys(GatewayPart.CPU, GatewayPart.SWITCHES);
      assertThat(late.figures().get(GatewayPart.P50)).isGreaterThanOrEqualTo(200);
      assertThat(late.figures().get(GatewayPart.CPU_PER_REQUEST)).isPositive();
      assertThat(late.figures().get(GatewayPart.SWITCHES)).isPositive();
      assertThat(atOnce.figures().get(GatewayPart.RATE)).isPositive();
    }
  }

  @Test
  void shouldSayWhyWhenAClientFindsNoConnection() {
    GatewayLimits tooFew = new GatewayLimits(10, 10, 100, CLIENTS / 2, 100);
    try (GatewayServers servers = new GatewayServers(tooFew, NO_PEER)) {
      LoadGenerator impatient = new FleetLoad(Duration.ofSeconds(2));
      Shape atOnce = new Shape(CLIENTS, 200, 1, false, Duration.ZERO);
      assertThatThrownBy(
              () -> new GatewayCase(Route.OURS, atOnce, impatient, 1, servers).measure(directory))
          .isInstanceOf(MeasureException.class)
          .hasMessageContaining("is a limit below the number of clients?");
    }
  }

  @Test
  void shouldLetGenuineTokensThroughThePeerAndNoOthers() throws Exception {
    try (GatewayServers servers = new GatewayServers(limits(50), PEER)) {
      servers.setLate(false, directory);
      int port = servers.server(Route.PEER, directory).port();

      assertThat(status(port, servers.token())).isEqualTo(200);
      assertThat(status(port, new GatewayServers(limits(50), PEER).token())).isEqualTo(403);
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
    try (GatewayServers servers = new GatewayServers(limits(50), NO_PEER)) {
      Shape atOnce = new Shape(CLIENTS, 200, 2, false, Duration.ZERO);

      Round round = new GatewayCase(Route.OURS, atOnce, ab, 1, servers).measure(directory);

      assertThat(round.figures()).containsKeys(GatewayPart.FIRST, GatewayPart.LAST);
      assertThat(round.figures().get(GatewayPart.RATE)).isPositive();
    }
  }

  private static GatewayLimits limits(int connections) {
    return new GatewayLimits(100, 100, connections, connections, connections);
  }

  private Round measure(Route route, Shape shape, GatewayServers servers) throws Exception {
    return new GatewayCase(route, shape, new FleetLoad(), 1, servers).measure(directory);
  }
}
