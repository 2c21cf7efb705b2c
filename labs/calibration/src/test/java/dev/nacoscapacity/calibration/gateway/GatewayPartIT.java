package dev.nacoscapacity.calibration.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.calibration.gateway.GatewayPart.Route;
import dev.nacoscapacity.calibration.gateway.GatewayPart.Shape;
import dev.nacoscapacity.calibration.harness.Load;
import dev.nacoscapacity.calibration.harness.Load.Tool;
import dev.nacoscapacity.calibration.harness.MeasureException;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.cluster.protocol.Http;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backend, gateway and load as processes, under a small load. */
@Tag("full")
class GatewayPartIT {

  /** Where this project's build assembles Spring Cloud Gateway. */
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  private static final Path PEER = Path.of("spring-cloud-gateway/target/lib").toAbsolutePath();
  private static final int CLIENTS = 20;

  @TempDir Path directory;

  @Test
  void shouldMeasureTheSameLoadWithTheGatewayAndWithout() throws Exception {
    GatewayPart part = new GatewayPart(false, new GatewayLimits(), HOME);
    try (SharedPeers peers = new SharedPeers(directory)) {
      Shape late = new Shape(CLIENTS, 200, 2, true);
      Map<String, Double> direct = part.measure(Route.DIRECT, late, Tool.fleet, peers).figures();
      Map<String, Double> through = part.measure(Route.OURS, late, Tool.fleet, peers).figures();
      Shape atOnce = new Shape(CLIENTS, 200, 1, false);
      Map<String, Double> fast =
          part.measure(Route.OURS_UNCACHED, atOnce, Tool.fleet, peers).figures();

      // The backend takes 200 ms: some client's ten answers lie 1.8 s apart, or more.
      assertThat(direct.get(Load.RATE)).isPositive().isLessThan(5.6 * CLIENTS);
      assertThat(direct).doesNotContainKeys(Load.CPU, Load.SWITCHES);
      assertThat(through.get(Load.P50)).isGreaterThanOrEqualTo(200);
      assertThat(through.get(Load.CPU_PER_REQUEST)).isPositive();
      assertThat(through.get(Load.SWITCHES)).isPositive();
      assertThat(fast.get(Load.RATE)).isPositive();
      if (Tool.ab.missing().isEmpty()) {
        assertThat(part.measure(Route.OURS, atOnce, Tool.ab, peers).figures().get(Load.RATE))
            .isPositive();
      }
    }
  }

  @Test
  void shouldSayWhyWhenAClientFindsNoConnection() {
    GatewayLimits tooFew = new GatewayLimits();
    tooFew.clientConnections = CLIENTS / 2;
    GatewayPart part = new GatewayPart(false, tooFew, HOME);
    Shape atOnce = new Shape(CLIENTS, 200, 1, false);
    try (SharedPeers peers = new SharedPeers(directory)) {
      assertThatThrownBy(() -> part.measure(Route.OURS, atOnce, Tool.fleet, peers))
          .isInstanceOf(MeasureException.class)
          .hasMessageContaining("is a limit below the number of clients?");
    }
  }

  @Test
  void shouldLetGenuineTokensThroughThePeerAndNoOthers() throws Exception {
    Gateways gateways = new Gateways(new GatewayLimits(), PEER);
    try (SharedPeers peers = new SharedPeers(directory)) {
      int port = gateways.port(Route.PEER, gateways.backend(false, peers), peers);

      assertThat(status(port, gateways.token())).isEqualTo(200);
      assertThat(status(port, new Gateways(new GatewayLimits(), PEER).token())).isEqualTo(403);
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
}
