package dev.nacoscapacity.calibration.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.reports.calibration.Round;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backend, gateway and load as processes, under a small load. */
class GatewayIT {

  private static final Path NO_PEER = Path.of("no-such-folder");
  private static final int CLIENTS = 20;

  @TempDir Path directory;

  @Test
  void shouldMeasureTheSameLoadWithTheGatewayAndWithout() throws Exception {
    try (GatewayServers servers = new GatewayServers(limits(500), NO_PEER)) {
      Round direct = measure(Route.DIRECT, new Shape(CLIENTS, 200, 2, true), servers);
      Round late = measure(Route.OURS, new Shape(CLIENTS, 100, 1, true), servers);
      Round atOnce = measure(Route.OURS_UNCACHED, new Shape(CLIENTS, 200, 1, false), servers);

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
      Load.Tool impatient = new FleetLoad(Duration.ofSeconds(2));
      Shape atOnce = new Shape(CLIENTS, 200, 1, false);
      assertThatThrownBy(
              () -> new GatewayCase(Route.OURS, atOnce, impatient, servers).measure(directory))
          .isInstanceOf(MeasureException.class)
          .hasMessageContaining("is a limit below the number of clients?");
    }
  }

  private static GatewayLimits limits(int connections) {
    return new GatewayLimits(100, 100, connections, connections, connections);
  }

  private Round measure(Route route, Shape shape, GatewayServers servers) throws Exception {
    return new GatewayCase(route, shape, new FleetLoad(), servers).measure(directory);
  }
}
