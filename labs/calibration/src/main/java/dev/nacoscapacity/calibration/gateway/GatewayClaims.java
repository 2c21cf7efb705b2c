package dev.nacoscapacity.calibration.gateway;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the published study of a gateway with the measurements, as ratios within one run. */
final class GatewayClaims {

  /** The loads; the tool of the study comes first. */
  private static final List<String> LOADS = List.of("ab", "fleet");

  private static final Message WAITED = Message.of("gateway.claim.waited");

  private static final Message WARMTH = Message.of("gateway.claim.warmth");

  /** Factor above which a ratio counts as different from the study's. */
  private static final double ALIKE = 1.25;

  private static final double RISEN = 1.1;

  private static final Message AS_ABOVE = Message.of("gateway.claim.asAbove");

  private final Results results;
  private boolean waitedGiven;

  GatewayClaims(Results results) {
    this.results = results;
  }

  List<ClaimComparison> comparisons() {
    List<ClaimComparison> all = new ArrayList<>();
    ratio(Route.OURS, LoadedServer.RATE, 662.14 / 1449.21, all);
    ratio(Route.OURS, LoadedServer.P50, 236.0 / 203, all);
    ratio(Route.OURS, LoadedServer.P90, 1408.0 / 215, all);
    ratio(Route.OURS, LoadedServer.P99, 1764.0 / 240, all);
    ratio(Route.OURS, LoadedServer.MAX, 3177.0 / 295, all);
    ratio(Route.PEER, LoadedServer.RATE, 662.14 / 1449.21, all);
    series().ifPresent(all::add);
    return all;
  }

  private void ratio(Route route, String metric, double published, List<ClaimComparison> to) {
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
                      Message.of(
                          "gateway.claim.ratio",
                          with("route", route.label()).and("figure", metric).and("load", load)),
                      published,
                      today,
                      remark(metric, published, today, through.get())))
          .ifPresent(to::add);
    }
  }

  private Message remark(String metric, double published, Spread today, Row through) {
    double more = today.median() / published;
    if (more < ALIKE && more > 1 / ALIKE) {
      return null;
    }
    boolean better = metric.equals(LoadedServer.RATE) ? more > 1 : more < 1;
    if (better) {
      Message remark = waitedGiven ? AS_ABOVE : WAITED;
      waitedGiven = true;
      return remark;
    }
    double cpu = through.spread(LoadedServer.CPU).map(Spread::median).orElse(Double.NaN);
    return Message.of("gateway.claim.cpu", with("cpu", cpu));
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
                  Message.of("gateway.claim.series"),
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
            .filter(figures -> figures.containsKey(LoadedServer.FIRST))
            .toList();
    return rounds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Spread.of(
                rounds, round -> round.get(LoadedServer.LAST) / round.get(LoadedServer.FIRST)));
  }
}
