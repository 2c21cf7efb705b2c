package dev.nacoscapacity.calibration.proxy;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.cluster.proxy.Buffers;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the published study of proxy layers with the measurements, as ratios within one run. */
final class ProxyClaims {

  private static final double LOSS = 0.97;
  private static final double POOLED_GAIN = 1.03;

  private final Results results;
  private final String load;

  /**
   * @param load label of the load generator
   */
  ProxyClaims(Results results, String load) {
    this.results = results;
    this.load = load;
  }

  List<ClaimComparison> comparisons() {
    List<ClaimComparison> all = new ArrayList<>();
    best(4)
        .flatMap(best -> rate(best, ProxySetting.DIRECT))
        .map(
            today ->
                ClaimComparison.ofRatios(
                    Message.of("proxy.claim.loss"), LOSS, today, lossRemark(today)))
        .ifPresent(all::add);
    for (int layer : new int[] {4, 7}) {
      order(layer).ifPresent(all::add);
    }
    ProxySetting pooled = ProxySetting.of(4, ThreadModel.SAME_LOOP).withBuffers(Buffers.POOLED);
    rate(pooled, pooled.withBuffers(Buffers.UNPOOLED))
        .map(
            today ->
                ClaimComparison.ofRatios(
                    Message.of("proxy.claim.pooled"),
                    POOLED_GAIN,
                    today,
                    pooledRemark(pooled, today)))
        .ifPresent(all::add);
    aggregation().ifPresent(all::add);
    return all;
  }

  private Message lossRemark(Spread today) {
    return today.max() >= LOSS
        ? null
        : Message.of(
            "proxy.claim.loss.cpu", with("cpu", median(best(4).orElseThrow(), LoadedServer.CPU)));
  }

  private Message pooledRemark(ProxySetting pooled, Spread today) {
    ProxySetting unpooled = pooled.withBuffers(Buffers.UNPOOLED);
    return contains(today, POOLED_GAIN)
        ? null
        : Message.of(
            "proxy.claim.pooled.cpu",
            with("with", median(pooled, LoadedServer.CPU_PER_REQUEST))
                .and("without", median(unpooled, LoadedServer.CPU_PER_REQUEST)));
  }

  private static boolean contains(Spread today, double published) {
    return today.min() <= published && published <= today.max();
  }

  private double median(ProxySetting setting, String metric) {
    return spread(setting, metric).map(Spread::median).orElse(Double.NaN);
  }

  private Optional<Spread> rate(ProxySetting above, ProxySetting below) {
    return results.ratio(
        ProxyCase.setting(above, load), ProxyCase.setting(below, load), LoadedServer.RATE);
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
    return spread(setting, LoadedServer.RATE);
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
                    NumberText.of(
                        "%s (%,.0f/s)",
                        setting.wire().model().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        spread(setting).orElseThrow().median()))
            .collect(Collectors.joining(" > "));
    return Optional.of(
        ClaimComparison.ofWords(
            Message.of("proxy.claim.order", with("layer", layer)),
            Message.of("proxy.claim.order.published"),
            Message.of("asIs", with("text", today)),
            orderRemark(ranking)));
  }

  private Message orderRemark(List<ProxySetting> ranking) {
    List<Spread> ascending =
        new ArrayList<>(ranking.stream().map(setting -> spread(setting).orElseThrow()).toList());
    Collections.reverse(ascending);
    if (!Spread.separated(ascending)) {
      return Message.of("proxy.claim.order.overlap");
    }
    List<ThreadModel> today = ranking.stream().map(setting -> setting.wire().model()).toList();
    return today.equals(List.of(ThreadModel.values()))
        ? null
        : Message.of("proxy.claim.order.another");
  }

  private Optional<ClaimComparison> aggregation() {
    ProxySetting none = ProxySetting.of(7, ThreadModel.SAME_LOOP).withBuffers(Buffers.POOLED);
    Optional<Spread> small = rate(none.withAggregate(ProxySetting.SMALL), none);
    Optional<Spread> huge =
        rate(none.withAggregate(ProxySetting.HUGE), none.withAggregate(ProxySetting.SMALL));
    if (small.isEmpty() || huge.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        ClaimComparison.ofWords(
            Message.of("proxy.claim.aggregation"),
            Message.of("proxy.claim.aggregation.published"),
            Message.of(
                "proxy.claim.aggregation.today",
                with("huge", huge.get().format("%.2f")).and("small", small.get().format("%.2f"))),
            huge.get().max() < 1 ? null : Message.of("proxy.claim.aggregation.compared")));
  }
}
