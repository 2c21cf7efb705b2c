package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.cluster.proxy.Buffers;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The published study of proxy layers beside what was measured, as ratios within one run. */
final class ProxyClaims {

  private static final double LOSS = 0.97;
  private static final double POOLED_GAIN = 1.03;

  private final Results results;
  private final String load;

  /**
   * @param load what put the load on
   */
  ProxyClaims(Results results, String load) {
    this.results = results;
    this.load = load;
  }

  List<ClaimComparison> comparisons() {
    List<ClaimComparison> all = new ArrayList<>();
    best(4)
        .flatMap(best -> rate(best, ProxySetting.DIRECT))
        .map(today -> ClaimComparison.ofRatios(loss(4), LOSS, today, lossRemark(today)))
        .ifPresent(all::add);
    for (int layer : new int[] {4, 7}) {
      order(layer).ifPresent(all::add);
    }
    ProxySetting pooled = ProxySetting.of(4, ThreadModel.SAME_LOOP).withBuffers(Buffers.POOLED);
    rate(pooled, pooled.withBuffers(Buffers.UNPOOLED))
        .map(
            today ->
                ClaimComparison.ofRatios(
                    new Text(
                        "layer 4, pooled over unpooled buffers, req/s", "四层代理，池化与非池化缓冲区的吞吐量之比"),
                    POOLED_GAIN,
                    today,
                    pooledRemark(pooled, today)))
        .ifPresent(all::add);
    aggregation().ifPresent(all::add);
    return all;
  }

  private static Text loss(int layer) {
    return new Text(
        "layer %d (best thread model) over direct, req/s".formatted(layer),
        "%d 层代理（最佳线程模型）与直连的吞吐量之比".formatted(layer));
  }

  private Text lossRemark(Spread today) {
    if (today.max() >= LOSS) {
      return null;
    }
    double cpu = median(best(4).orElseThrow(), ProxyPart.CPU);
    return new Text(
        format(
            "the study had cores to spare for each of the three; here nginx and the load share what the proxy leaves them, and the proxy took %.0f %% of a core",
            cpu),
        format("该研究中三者各有富余的核；此处 nginx 与发压端共用其余的核，代理占用了一个核的 %.0f %%", cpu));
  }

  private Text pooledRemark(ProxySetting pooled, Spread today) {
    if (contains(today, POOLED_GAIN)) {
      return null;
    }
    double with = median(pooled, ProxyPart.CPU_PER_REQUEST);
    double without = median(pooled.withBuffers(Buffers.UNPOOLED), ProxyPart.CPU_PER_REQUEST);
    return new Text(
        format("CPU a request: %.1f µs pooled, %.1f µs unpooled", with, without),
        format("每请求 CPU：池化 %.1f µs，非池化 %.1f µs", with, without));
  }

  private static boolean contains(Spread today, double published) {
    return today.min() <= published && published <= today.max();
  }

  private double median(ProxySetting setting, String metric) {
    return spread(setting, metric).map(Spread::median).orElse(Double.NaN);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private Optional<Spread> rate(ProxySetting above, ProxySetting below) {
    return results.ratio(
        ProxyCase.setting(above, load), ProxyCase.setting(below, load), ProxyPart.RATE);
  }

  private List<ProxySetting> ranking(int layer) {
    return Stream.of(ThreadModel.values())
        .map(model -> ProxySetting.of(layer, model).withBuffers(Buffers.POOLED))
        .filter(setting -> spread(setting).isPresent())
        .sorted(Comparator.comparingDouble(setting -> -spread(setting).orElseThrow().median()))
        .toList();
  }

  private Optional<ProxySetting> best(int layer) {
    return ranking(layer).stream().findFirst();
  }

  private Optional<Spread> spread(ProxySetting setting) {
    return spread(setting, ProxyPart.RATE);
  }

  private Optional<Spread> spread(ProxySetting setting, String metric) {
    return results.spread(ProxyCase.setting(setting, load), metric);
  }

  private Optional<ClaimComparison> order(int layer) {
    List<ProxySetting> ranking = ranking(layer);
    if (ranking.size() < ThreadModel.values().length) {
      return Optional.empty();
    }
    String today =
        ranking.stream()
            .map(
                setting ->
                    format(
                        "%s (%,.0f/s)",
                        setting.wire().model().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        spread(setting).orElseThrow().median()))
            .collect(Collectors.joining(" > "));
    return Optional.of(
        ClaimComparison.ofWords(
            new Text(
                "layer %d, order of the thread models".formatted(layer),
                "%d 层代理，线程模型的次序".formatted(layer)),
            new Text(
                "reuse the server's event loop > share one group > separate groups",
                "复用服务端事件循环 > 共用一个线程组 > 各用线程组"),
            new Text(today, today),
            orderRemark(ranking)));
  }

  private Text orderRemark(List<ProxySetting> ranking) {
    if (!separated(ranking)) {
      return new Text(
          "their ranges over the rounds overlap: not told apart here", "各轮的范围有重叠：此处不能区分");
    }
    List<ThreadModel> today = ranking.stream().map(setting -> setting.wire().model()).toList();
    return today.equals(List.of(ThreadModel.values()))
        ? null
        : new Text("another order, in every round", "每一轮的次序都不同于该研究");
  }

  /** Whether each is better in its worst round than the next one in its best. */
  private boolean separated(List<ProxySetting> ranking) {
    for (int i = 0; i + 1 < ranking.size(); i++) {
      if (spread(ranking.get(i)).orElseThrow().min()
          < spread(ranking.get(i + 1)).orElseThrow().max()) {
        return false;
      }
    }
    return true;
  }

  private Optional<ClaimComparison> aggregation() {
    ProxySetting none = ProxySetting.of(7, ThreadModel.SAME_LOOP).withBuffers(Buffers.POOLED);
    Optional<Spread> small = rate(none.withAggregate(ProxySetting.SMALL), none);
    Optional<Spread> huge =
        rate(none.withAggregate(ProxySetting.HUGE), none.withAggregate(ProxySetting.SMALL));
    if (small.isEmpty() || huge.isEmpty()) {
      return Optional.empty();
    }
    String smallOverNone = words(small.get());
    String hugeOverSmall = words(huge.get());
    return Optional.of(
        ClaimComparison.ofWords(
            new Text("a large limit of aggregation", "很大的聚合上限"),
            new Text("slightly slower", "略慢"),
            new Text(
                "huge over small limit: %s; small limit over none: %s"
                    .formatted(hugeOverSmall, smallOverNone),
                "大上限与小上限之比：%s；小上限与不聚合之比：%s".formatted(hugeOverSmall, smallOverNone)),
            huge.get().max() < 1
                ? null
                : new Text(
                    "the limit is only compared with: nothing is allocated for it",
                    "上限只用于比较，不会为其分配内存")));
  }

  private static String words(Spread spread) {
    return spread.format("%.2f");
  }
}
