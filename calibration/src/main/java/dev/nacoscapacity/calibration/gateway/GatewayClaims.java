package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.Round;
import dev.nacoscapacity.reports.calibration.Row;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The published study of a gateway beside what was measured, as ratios within one run. */
final class GatewayClaims {

  /** Loads by the study's own tool are named first. */
  private static final List<String> LOADS = List.of("ab", "fleet");

  private static final Text WAITED =
      new Text(
          "300 clients and a backend of 200 ms make at most 1,500 req/s, far below what a hop carries: a gateway costs throughput here only where requests wait in it for threads or connections, as the study's p90 of six times the backend's time suggests",
          "300 个客户端、后端 200 ms，最多 1,500 次/s，远低于一跳的处理能力：只有请求在网关中等待线程或连接时吞吐量才会明显下降，该研究的 p90 为后端耗时的六倍，正说明这一点");

  private static final Text WARMTH =
      new Text(
          "a JVM that has compiled its code answers faster; here each gateway answers many requests before it is measured, and the backend's 200 ms bound the rate",
          "JVM 编译完成后响应更快；此处每个网关在测量前先应答大量请求，且速率受后端 200 ms 限制");

  /** Where a ratio is no longer the study's. */
  private static final double ALIKE = 1.25;

  private static final double RISEN = 1.1;

  private static final Text AS_ABOVE = new Text("as above", "同上");

  private final Results results;
  private boolean waitedTold;

  GatewayClaims(Results results) {
    this.results = results;
  }

  List<ClaimComparison> comparisons() {
    List<ClaimComparison> all = new ArrayList<>();
    ratio(Route.OURS, GatewayPart.RATE, 662.14 / 1449.21, "req/s", "吞吐量", all);
    ratio(Route.OURS, GatewayPart.P50, 236.0 / 203, "p50", "p50", all);
    ratio(Route.OURS, GatewayPart.P90, 1408.0 / 215, "p90", "p90", all);
    ratio(Route.OURS, GatewayPart.P99, 1764.0 / 240, "p99", "p99", all);
    ratio(Route.OURS, GatewayPart.MAX, 3177.0 / 295, "max", "最大值", all);
    ratio(Route.PEER, GatewayPart.RATE, 662.14 / 1449.21, "req/s", "吞吐量", all);
    series().ifPresent(all::add);
    return all;
  }

  private void ratio(
      Route route,
      String metric,
      double published,
      String what,
      String zh,
      List<ClaimComparison> to) {
    for (String load : LOADS) {
      Optional<Row> direct = burst(Route.DIRECT, load);
      Optional<Row> through = burst(route, load);
      if (direct.isEmpty() || through.isEmpty()) {
        continue;
      }
      results
          .ratio(through.get().setting(), direct.get().setting(), metric)
          .map(
              today ->
                  ClaimComparison.ofRatios(
                      new Text(
                          "through %s (cached) over direct, %s, %s"
                              .formatted(route.label(), what, load),
                          "经过 %s（有缓存）与直连的%s之比，%s".formatted(route.label(), zh, load)),
                      published,
                      today,
                      remark(metric, published, today, through.get())))
          .ifPresent(to::add);
    }
  }

  private Text remark(String metric, double published, Spread today, Row through) {
    double more = today.median() / published;
    if (more < ALIKE && more > 1 / ALIKE) {
      return null;
    }
    boolean better = metric.equals(GatewayPart.RATE) ? more > 1 : more < 1;
    if (better) {
      Text remark = waitedTold ? AS_ABOVE : WAITED;
      waitedTold = true;
      return remark;
    }
    double cpu = through.spread(GatewayPart.CPU).map(Spread::median).orElse(Double.NaN);
    return new Text(
        String.format(Locale.ROOT, "the gateway took %.0f %% of a core meanwhile", cpu),
        String.format(Locale.ROOT, "其间网关占用了一个核的 %.0f %%", cpu));
  }

  private Optional<Row> burst(Route route, String load) {
    return results
        .row(GatewayCase.setting(route, Shape.burst(false), load))
        .or(() -> results.row(GatewayCase.setting(route, Shape.burst(true), load)));
  }

  private Optional<ClaimComparison> series() {
    for (String load : LOADS) {
      for (boolean full : new boolean[] {false, true}) {
        Map<String, String> setting = GatewayCase.setting(Route.OURS, Shape.series(full), load);
        Optional<Spread> rise = results.row(setting).flatMap(GatewayClaims::rise);
        if (rise.isPresent()) {
          return Optional.of(
              ClaimComparison.ofRatios(
                  new Text(
                      "through the gateway, the fifth time over the first, req/s",
                      "经过网关，第五次与第一次的吞吐量之比"),
                  973.65 / 799.45,
                  rise.get(),
                  rise.get().median() < RISEN ? WARMTH : null));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Spread> rise(Row row) {
    List<Map<String, Double>> rounds =
        row.rounds().stream()
            .map(Round::figures)
            .filter(figures -> figures.containsKey(GatewayPart.FIRST))
            .toList();
    return rounds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Spread.of(rounds, round -> round.get(GatewayPart.LAST) / round.get(GatewayPart.FIRST)));
  }
}
