package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * One load on the backend over one route.
 *
 * @param mostWarmUps as in {@link Gateways#warmUp}
 */
record GatewayCase(
    Route route, Shape shape, LoadGenerator generator, int mostWarmUps, Gateways gateways)
    implements Case {

  private static final int DESCRIPTORS = 1_000;

  @Override
  public Map<String, String> setting() {
    return setting(route, shape, generator.label());
  }

  static Map<String, String> setting(Route route, Shape shape, String load) {
    return GatewayPart.TABLE.setting(route.label(), route.tokenCache(), shape.toString(), load);
  }

  @Override
  public Optional<Message> missing() {
    return gateways.missing(route).or(generator::missing);
  }

  @Override
  public int descriptors() {
    return DESCRIPTORS;
  }

  @Override
  public void warmUp(SharedServers servers) throws IOException, InterruptedException {
    gateways.warmUp(route, mostWarmUps, servers);
  }

  @Override
  public Round measure(SharedServers servers) throws IOException, InterruptedException {
    int port = gateways.port(route, servers);
    gateways.setLate(shape.late(), servers);
    Load load = new Load(shape.clients(), shape.requests(), shape.warmUpMillis(), gateways.token());
    PinnedProcess gateway =
        route == Route.DIRECT ? null : gateways.server(route, servers).process();
    return Round.of(LoadedServer.measure(generator, load, shape.times(), port, gateway, servers));
  }
}
