package dev.nacoscapacity.calibration.payload;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.payload.EchoSetting.Stack;
import dev.nacoscapacity.calibration.payload.EchoSetting.Writes;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the published echo table with the measurements, as ratios within one run. */
final class PayloadClaims {

  /** Factor above which two ratios count as different. */
  private static final double ALIKE = 1.25;

  private static final Message WIRE = Message.of("payload.claim.wire");

  private static final Message UNEXPLAINED = Message.of("payload.claim.unexplained");

  private static final List<Published> STUDY =
      List.of(
          new Published(Stack.MINA, 1, 45_024, 150),
          new Published(Stack.MINA, PayloadPart.BEFORE_DIP, 35_548, 170),
          new Published(Stack.MINA, PayloadPart.DIP, 10_155, 90),
          new Published(Stack.MINA, 10, 8_740, 137),
          new Published(Stack.MINA, 50, 1_873, 128),
          new Published(Stack.MINA, 100, 949, 128),
          new Published(Stack.NETTY, 1, 44_653, 155),
          new Published(Stack.NETTY, PayloadPart.BEFORE_DIP, 35_580, 175),
          new Published(Stack.NETTY, PayloadPart.DIP, 17_971, 195),
          new Published(Stack.NETTY, 10, 8_806, 195),
          new Published(Stack.NETTY, 50, 1_909, 197),
          new Published(Stack.NETTY, 100, 964, 197));

  /** A row of the study: echoes a second, and the CPU in percent of a core. */
  private record Published(Stack stack, int kib, double echoes, double cpu) {

    double cpuEach() {
      return cpu / echoes;
    }

    boolean filledTheWire() {
      return kib >= (stack == Stack.MINA ? 10 : PayloadPart.DIP);
    }
  }

  private final Results results;

  PayloadClaims(Results results) {
    this.results = results;
  }

  List<ClaimComparison> comparisons() {
    List<ClaimComparison> all = new ArrayList<>();
    for (Stack stack : List.of(Stack.MINA, Stack.NETTY)) {
      List<Published> rows = STUDY.stream().filter(row -> row.stack() == stack).toList();
      for (Published row : rows.subList(1, rows.size())) {
        perSize(row, rows.get(0), all);
      }
      cpuPerSize(rows.get(rows.size() - 1), rows.get(0), all);
      late(stack, PayloadPart.MEAN, stack == Stack.MINA ? 33.0 / 3 : 32.0 / 3, all);
      late(stack, PayloadPart.P90, stack == Stack.MINA ? 43.0 / 4 : 45.0 / 4, all);
    }
    dip().ifPresent(all::add);
    withoutExecutor(1, 75.0 / 155, all);
    withoutExecutor(100, 116.0 / 197, all);
    return all;
  }

  /** Echoes a second at a size, relative to those at 1 KB. */
  private void perSize(Published row, Published smallest, List<ClaimComparison> to) {
    Stack stack = row.stack();
    int kib = row.kib();
    double published = row.echoes() / smallest.echoes();
    results
        .ratio(
            published(stack, kib, true), published(stack, smallest.kib(), true), PayloadPart.RATE)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    Message.of("payload.claim.rate", sizes(row, smallest)),
                    published,
                    today,
                    alike(published, today) ? null : row.filledTheWire() ? WIRE : UNEXPLAINED))
        .ifPresent(to::add);
  }

  private static Arguments sizes(Published row, Published smallest) {
    return with("stack", row.stack().toString())
        .and("size", row.kib())
        .and("smallest", smallest.kib());
  }

  /** CPU of an echo of the largest message, relative to the smallest. */
  private void cpuPerSize(Published largest, Published smallest, List<ClaimComparison> to) {
    double published = largest.cpuEach() / smallest.cpuEach();
    results
        .ratio(
            published(largest.stack(), largest.kib(), true),
            published(smallest.stack(), smallest.kib(), true),
            PayloadPart.CPU_EACH)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    Message.of("payload.claim.cpu", sizes(largest, smallest)),
                    published,
                    today,
                    alike(published, today) ? null : UNEXPLAINED))
        .ifPresent(to::add);
  }

  /** The study lists the time of an echo from 10 KB upwards. */
  private void late(Stack stack, String metric, double published, List<ClaimComparison> to) {
    results
        .ratio(published(stack, 100, true), published(stack, 10, true), metric)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    Message.of(
                        "payload.claim.late",
                        with("stack", stack.toString()).and("figure", metric)),
                    published,
                    today,
                    alike(published, today) ? null : WIRE))
        .ifPresent(to::add);
  }

  /**
   * Larger messages should give more bytes a second, but the study's MINA fell from 81 to 55 MB/s.
   */
  private Optional<ClaimComparison> dip() {
    return results
        .ratio(
            published(Stack.MINA, PayloadPart.DIP, true),
            published(Stack.MINA, PayloadPart.BEFORE_DIP, true),
            PayloadPart.MEGABYTES)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    Message.of("payload.claim.dip"),
                    55.0 / 81,
                    today,
                    Message.of(
                        today.median() < 1 ? "payload.claim.dip.there" : "payload.claim.dip.gone",
                        with("causes", causes()))));
  }

  /**
   * Possible causes of the dip at its size: delayed sends, and a receive buffer that is too small.
   */
  private String causes() {
    StringBuilder text = new StringBuilder();
    for (Writes writes : Writes.values()) {
      cause(text, new EchoSetting(Stack.MINA, true, true, writes), writes.label());
    }
    cause(text, new EchoSetting(Stack.MINA, true, false, Writes.NO_DELAY), "fixed buffer of 2 KB");
    return text.toString();
  }

  private void cause(StringBuilder text, EchoSetting echo, String label) {
    Map<String, String> setting = EchoCase.setting(echo, PayloadPart.DIP);
    Optional<Spread> megabytes = results.spread(setting, PayloadPart.MEGABYTES);
    Optional<Spread> stalled = results.spread(setting, PayloadPart.STALLED);
    if (megabytes.isPresent() && stalled.isPresent()) {
      text.append(text.length() == 0 ? "" : "; ")
          .append(
              NumberText.of(
                  "%s %.0f MB/s, %.1f %% over %d ms",
                  label,
                  megabytes.get().median(),
                  stalled.get().median(),
                  EchoSetting.STALL_MILLIS));
    }
  }

  /**
   * The study's stacks were as fast with an executor as without, so its CPU figures can be compared
   * for each echo.
   */
  private void withoutExecutor(int kib, double published, List<ClaimComparison> to) {
    Map<String, String> without = published(Stack.NETTY, kib, false);
    Map<String, String> with = published(Stack.NETTY, kib, true);
    results
        .ratio(without, with, PayloadPart.CPU_EACH)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    Message.of("payload.claim.executor", with("size", kib)),
                    published,
                    today,
                    alike(published, today) ? null : handOver(today, without, with)))
        .ifPresent(to::add);
  }

  private Message handOver(Spread today, Map<String, String> without, Map<String, String> with) {
    return Message.of(
        today.median() < 1 / ALIKE ? "payload.claim.handOver" : "payload.claim.copying",
        with("with", switchesAnEcho(with)).and("without", switchesAnEcho(without)));
  }

  private double switchesAnEcho(Map<String, String> setting) {
    double switches =
        results.spread(setting, PayloadPart.SWITCHES).map(Spread::median).orElse(Double.NaN);
    return switches
        / results.spread(setting, PayloadPart.RATE).map(Spread::median).orElse(Double.NaN);
  }

  private static boolean alike(double published, Spread today) {
    double ratio = today.median() / published;
    return ratio < ALIKE && ratio > 1 / ALIKE;
  }

  /** The setting of the study. */
  private static Map<String, String> published(Stack stack, int kib, boolean executor) {
    return EchoCase.setting(new EchoSetting(stack, executor, true, Writes.NO_DELAY), kib);
  }
}
