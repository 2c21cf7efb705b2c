package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.repeats.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures a load on a server, by the keys of the proxy's and the gateway's tables. */
public final class LoadedServer {

  public static final String RATE = "rate";
  public static final String FIRST = "first";
  public static final String LAST = "last";
  public static final String P50 = "p50";
  public static final String P90 = "p90";
  public static final String P99 = "p99";
  public static final String MAX = "max";
  public static final String CPU = "cpu";
  public static final String CPU_PER_REQUEST = "cpuPerRequest";
  public static final String SWITCHES = "switches";

  private static final double MICROS_PER_SECOND = 1e6;

  private LoadedServer() {}

  /**
   * Runs a load one or several times in sequence.
   *
   * @param between the process of a proxy or a gateway, whose CPU and context switches are part of
   *     the figures; null for none
   */
  public static Map<String, Double> measure(
      LoadGenerator generator,
      Load load,
      int times,
      int port,
      PinnedProcess between,
      SharedServers servers)
      throws IOException, InterruptedException {
    Reading before = between == null ? null : between.read();
    List<LoadFigures> runs = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      runs.add(generator.run(load, port, servers));
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(RATE, Spread.of(runs, LoadFigures::rate).median());
    figures.put(FIRST, runs.get(0).rate());
    figures.put(LAST, runs.get(times - 1).rate());
    figures.put(P50, Spread.of(runs, LoadFigures::p50).median());
    figures.put(P90, Spread.of(runs, LoadFigures::p90).median());
    figures.put(P99, Spread.of(runs, LoadFigures::p99).median());
    figures.put(MAX, Spread.of(runs, LoadFigures::max).max());
    if (between != null) {
      Reading used = between.read().since(before);
      double seconds = runs.stream().mapToDouble(LoadFigures::seconds).sum();
      long requests = runs.stream().mapToLong(LoadFigures::requests).sum();
      figures.put(CPU, 100 * used.cpuSeconds() / seconds);
      figures.put(CPU_PER_REQUEST, MICROS_PER_SECOND * used.cpuSeconds() / requests);
      figures.put(SWITCHES, used.switches() / seconds);
    }
    return figures;
  }
}
