package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.PartTable;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.calibration.process.SystemTool;
import dev.nacoscapacity.cluster.proxy.Buffers;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Measures the cost of a hop through a proxy. */
public final class ProxyPart extends Part {

  static final String LOAD = "load";
  static final String OF_DIRECT = "ofDirect";

  static final PartTable TABLE =
      PartTable.of("proxy", "layer", "threads", "buffers", "aggregation", "load")
          .metric(LoadedServer.RATE, "req/s", 0)
          .metric(OF_DIRECT, "%", 0)
          .metric(LoadedServer.P50, "ms", 2)
          .metric(LoadedServer.P99, "ms", 2)
          .metric(LoadedServer.CPU, "%", 0)
          .metric(LoadedServer.CPU_PER_REQUEST, "µs", 1)
          .metric(LoadedServer.SWITCHES, "/s", 0);

  /** The metrics that a round measures. */
  static final Set<String> MEASURED =
      Set.of(
          LoadedServer.RATE,
          LoadedServer.P50,
          LoadedServer.P99,
          LoadedServer.CPU,
          LoadedServer.CPU_PER_REQUEST,
          LoadedServer.SWITCHES);

  public ProxyPart() {
    super(TABLE);
  }

  @Override
  public List<Case> cases(Scale scale) {
    ProxyCase.Timing timing = scale == Scale.FULL ? ProxyCase.Timing.FULL : ProxyCase.Timing.QUICK;
    List<Case> cases = new ArrayList<>();
    for (String load : loads()) {
      for (ProxySetting setting : settings(scale)) {
        cases.add(new ProxyCase(setting, load, timing));
      }
    }
    return cases;
  }

  /** The cases of wrk are skipped when it is not installed; the fleet replaces it then. */
  private static List<String> loads() {
    return SystemTool.WRK.find().isPresent()
        ? List.of(Wrk.LABEL)
        : List.of(Wrk.LABEL, FleetLoad.LABEL);
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
        row -> ProxyCase.setting(ProxySetting.DIRECT, row.setting().get(LOAD)),
        LoadedServer.RATE,
        OF_DIRECT);
  }

  @Override
  public List<ClaimComparison> compare(Results results) {
    return new ProxyClaims(results, measuredBy(results)).comparisons();
  }

  @Override
  public List<Ceiling> ceilings(Results results) {
    return results
        .spread(ProxyCase.setting(ProxySetting.standard(4), measuredBy(results)), LoadedServer.RATE)
        .map(
            rate ->
                new Ceiling(
                    Ceiling.HTTP, Ceiling.PROXY, Message.of("proxy.ceiling"), rate.median()))
        .map(List::of)
        .orElse(List.of());
  }

  private static String measuredBy(Results results) {
    return results.rows().stream()
        .map(row -> row.setting().get(LOAD))
        .findFirst()
        .orElse(Wrk.LABEL);
  }
}
