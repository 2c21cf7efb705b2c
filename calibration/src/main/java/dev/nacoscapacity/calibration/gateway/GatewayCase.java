package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.load.LoadFigures;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.reports.calibration.Round;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One load on the backend, by one route. */
final class GatewayCase implements Case {

  private static final int DESCRIPTORS = 1_000;
  private static final double MICROS_PER_SECOND = 1e6;

  private final Route route;
  private final Shape shape;
  private final LoadGenerator generator;
  private final int mostWarmUps;
  private final Gateways gateways;

  /**
   * @param mostWarmUps as {@link Gateways#warmUp} takes them
   */
  GatewayCase(
      Route route, Shape shape, LoadGenerator generator, int mostWarmUps, Gateways gateways) {
    this.route = route;
    this.shape = shape;
    this.generator = generator;
    this.mostWarmUps = mostWarmUps;
    this.gateways = gateways;
  }

  @Override
  public Map<String, String> setting() {
    return setting(route, shape, generator.label());
  }

  static Map<String, String> setting(Route route, Shape shape, String load) {
    Map<String, String> setting = new LinkedHashMap<>();
    setting.put(GatewayPart.ROUTE, route.label());
    setting.put(GatewayPart.CACHE, route.tokenCache());
    setting.put(GatewayPart.SHAPE, shape.toString());
    setting.put(GatewayPart.LOAD, load);
    return setting;
  }

  @Override
  public Optional<Text> missing() {
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
    PinnedProcess process = gateways.server(route, servers).process();
    Reading before = process.read();
    List<LoadFigures> seen = new ArrayList<>();
    for (int i = 0; i < shape.times(); i++) {
      seen.add(generator.run(load, port, servers));
    }
    Reading used = process.read().since(before);
    Map<String, Double> figures = figures(seen);
    if (route != Route.DIRECT) {
      double seconds = seen.stream().mapToDouble(LoadFigures::seconds).sum();
      long requests = seen.stream().mapToLong(LoadFigures::requests).sum();
      figures.put(GatewayPart.CPU, 100 * used.cpuSeconds() / seconds);
      figures.put(GatewayPart.CPU_PER_REQUEST, MICROS_PER_SECOND * used.cpuSeconds() / requests);
      figures.put(GatewayPart.SWITCHES, used.switches() / seconds);
    }
    return Round.of(figures);
  }

  private static Map<String, Double> figures(List<LoadFigures> seen) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(GatewayPart.RATE, Spread.of(seen, LoadFigures::rate).median());
    figures.put(GatewayPart.FIRST, seen.get(0).rate());
    figures.put(GatewayPart.LAST, seen.get(seen.size() - 1).rate());
    figures.put(GatewayPart.P50, Spread.of(seen, LoadFigures::p50).median());
    figures.put(GatewayPart.P90, Spread.of(seen, LoadFigures::p90).median());
    figures.put(GatewayPart.P99, Spread.of(seen, LoadFigures::p99).median());
    figures.put(GatewayPart.MAX, Spread.of(seen, LoadFigures::max).max());
    return figures;
  }
}
