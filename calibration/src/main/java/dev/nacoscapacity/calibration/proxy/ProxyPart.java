package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.cluster.proxy.Buffers;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.PartResult.Dimension;
import dev.nacoscapacity.reports.calibration.PartResult.Metric;
import dev.nacoscapacity.reports.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a hop costs. */
public final class ProxyPart implements Part {

  static final String LAYER = "layer";
  static final String THREADS = "threads";
  static final String BUFFERS = "buffers";
  static final String AGGREGATION = "aggregation";
  static final String LOAD = "load";

  static final String RATE = "rate";
  static final String OF_DIRECT = "ofDirect";
  static final String P50 = "p50";
  static final String P99 = "p99";
  static final String CPU = "cpu";
  static final String CPU_PER_REQUEST = "cpuPerRequest";
  static final String SWITCHES = "switches";

  private static final Message ON_HALF_THE_CORES = Message.of("proxy.ceiling");

  private final ProxyServers servers = new ProxyServers();

  @Override
  public String name() {
    return "proxy";
  }

  @Override
  public Message question() {
    return Message.of("proxy.question");
  }

  @Override
  public List<Dimension> dimensions() {
    return List.of(
        Dimension.of(name(), LAYER),
        Dimension.of(name(), THREADS),
        Dimension.of(name(), BUFFERS),
        Dimension.of(name(), AGGREGATION),
        Dimension.of(name(), LOAD));
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        Metric.of(name(), RATE, "req/s", 0),
        Metric.of(name(), OF_DIRECT, "%", 0),
        Metric.of(name(), P50, "ms", 2),
        Metric.of(name(), P99, "ms", 2),
        Metric.of(name(), CPU, "%", 0),
        Metric.of(name(), CPU_PER_REQUEST, "µs", 1),
        Metric.of(name(), SWITCHES, "/s", 0));
  }

  @Override
  public int repeats(Scale scale) {
    return scale == Scale.FULL ? 3 : 2;
  }

  @Override
  public List<Case> cases(Scale scale) {
    ProxyTiming timing = scale == Scale.FULL ? ProxyTiming.FULL : ProxyTiming.QUICK;
    List<Case> cases = new ArrayList<>();
    for (String load : loads()) {
      for (ProxySetting setting : settings(scale)) {
        cases.add(new ProxyCase(setting, load, timing, servers));
      }
    }
    return cases;
  }

  /** wrk's cases are skipped where it is not installed, and the fleet stands in. */
  private static List<String> loads() {
    return Tool.WRK.find().isPresent() ? List.of(Wrk.LABEL) : List.of(Wrk.LABEL, FleetLoad.LABEL);
  }

  private static List<ProxySetting> settings(Scale scale) {
    Set<ProxySetting> settings = new LinkedHashSet<>();
    settings.add(ProxySetting.DIRECT);
    for (int layer : new int[] {4, 7}) {
      settings.add(ProxySetting.standard(layer));
      for (ThreadModel model : ThreadModel.values()) {
        ProxySetting pooled = ProxySetting.of(layer, model).withBuffers(Buffers.POOLED);
        if (scale == Scale.FULL) {
          settings.add(pooled);
          settings.add(pooled.withBuffers(Buffers.UNPOOLED));
          settings.add(pooled.withBuffers(Buffers.ADAPTIVE));
          if (layer == 7) {
            settings.add(pooled.withAggregate(ProxySetting.SMALL));
            settings.add(pooled.withAggregate(ProxySetting.HUGE));
          }
        } else if (layer == 4 || model == ThreadModel.SAME_LOOP) {
          settings.add(pooled);
        }
      }
    }
    return new ArrayList<>(settings);
  }

  @Override
  public Results complete(Results measured) {
    return measured.withPercentOf(
        row -> ProxyCase.setting(ProxySetting.DIRECT, row.setting().get(LOAD)), RATE, OF_DIRECT);
  }

  @Override
  public List<ClaimComparison> compare(Results results) {
    return new ProxyClaims(results, measuredBy(results)).comparisons();
  }

  @Override
  public List<Ceiling> ceilings(Results results) {
    return results
        .spread(ProxyCase.setting(ProxySetting.standard(4), measuredBy(results)), RATE)
        .map(rate -> new Ceiling(Ceiling.HTTP, Ceiling.PROXY, ON_HALF_THE_CORES, rate.median()))
        .map(List::of)
        .orElse(List.of());
  }

  private static String measuredBy(Results results) {
    return results.rows().stream()
        .map(row -> row.setting().get(LOAD))
        .findFirst()
        .orElse(Wrk.LABEL);
  }

  @Override
  public void close() {
    servers.close();
  }
}
