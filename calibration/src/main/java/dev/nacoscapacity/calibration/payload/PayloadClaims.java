package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.payload.EchoSetting.Stack;
import dev.nacoscapacity.calibration.payload.EchoSetting.Writes;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The published echo table beside what was measured, as ratios within one run. */
final class PayloadClaims {

  /** Where a ratio of two runs of one machine is no longer the same. */
  private static final double ALIKE = 1.25;

  private static final Text WIRE =
      new Text(
          "the study's table ends at 98 to 100 MB/s (Netty from 5 KB on, MINA from 10 KB), which is 1 Gbit/s; loopback has no such end",
          "该研究的数字停在 98 至 100 MB/s（Netty 从 5 KB 起，MINA 从 10 KB 起），即 1 Gbit/s 的网络上限；环回没有这一上限");

  private static final Text UNTOLD =
      new Text(
          "the study's echoes went over a network, on a machine of then; more is not told",
          "该研究的回显经过网络，用的是当时的机器；其余未说明");

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
      late(
          stack,
          PayloadPart.MEAN,
          "mean time of an echo",
          "平均回显时间",
          stack == Stack.MINA ? 33.0 / 3 : 32.0 / 3,
          all);
      late(
          stack,
          PayloadPart.P90,
          "p90 of an echo",
          "回显 p90",
          stack == Stack.MINA ? 43.0 / 4 : 45.0 / 4,
          all);
    }
    dip().ifPresent(all::add);
    withoutExecutor(1, 75.0 / 155, all);
    withoutExecutor(100, 116.0 / 197, all);
    return all;
  }

  /** Echoes a second at a size over those at 1 KB. */
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
                    new Text(
                        "%s, echoes/s at %d KB over %d KB".formatted(stack, kib, smallest.kib()),
                        "%s，%d KB 与 %d KB 的回显速率之比".formatted(stack, kib, smallest.kib())),
                    published,
                    today,
                    alike(published, today) ? null : row.filledTheWire() ? WIRE : UNTOLD))
        .ifPresent(to::add);
  }

  /** What an echo of the largest message takes over one of the smallest. */
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
                    new Text(
                        "%s, server CPU an echo at %d KB over %d KB"
                            .formatted(largest.stack(), largest.kib(), smallest.kib()),
                        "%s，%d KB 与 %d KB 的每次回显 CPU 之比"
                            .formatted(largest.stack(), largest.kib(), smallest.kib())),
                    published,
                    today,
                    alike(published, today) ? null : UNTOLD))
        .ifPresent(to::add);
  }

  /** The study tells the time of an echo from 10 KB on. */
  private void late(
      Stack stack,
      String metric,
      String en,
      String zh,
      double published,
      List<ClaimComparison> to) {
    results
        .ratio(published(stack, 100, true), published(stack, 10, true), metric)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    new Text(
                        "%s, %s at 100 KB over 10 KB".formatted(stack, en),
                        "%s，100 KB 与 10 KB 的%s之比".formatted(stack, zh)),
                    published,
                    today,
                    alike(published, today) ? null : WIRE))
        .ifPresent(to::add);
  }

  /** A larger message carries more bytes a second; the study's MINA went from 81 to 55 MB/s. */
  private Optional<ClaimComparison> dip() {
    return results
        .ratio(
            published(Stack.MINA, PayloadPart.DIP, true),
            published(Stack.MINA, PayloadPart.BEFORE_DIP, true),
            PayloadPart.MEGABYTES)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    new Text(
                        "the dip: MINA, MB/s at 5 KB over 2 KB", "低谷：MINA，5 KB 与 2 KB 的 MB/s 之比"),
                    55.0 / 81,
                    today,
                    today.median() < 1
                        ? new Text("it is there. " + causes(), "低谷仍在。" + causes())
                        : new Text(
                            "it is gone. The study's mean of 3 ms with a p90 of 1 ms and an idle CPU means a few echoes that waited for tens of ms, as for a delayed ACK; what gives such waits here: "
                                + causes(),
                            "低谷已不存在。该研究平均 3 ms、p90 1 ms 且 CPU 空闲，说明少数回显等待了几十毫秒，类似延迟 ACK；此处能造成类似等待的情形："
                                + causes())));
  }

  /** What could make a dip, at the dip's size: late sends, and a buffer that is too small. */
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
              String.format(
                  Locale.ROOT,
                  "%s %.0f MB/s, %.1f %% over %d ms",
                  label,
                  megabytes.get().median(),
                  stalled.get().median(),
                  EchoSetting.STALL_MILLIS));
    }
  }

  /** The study's stacks were as fast with an executor as without, so its CPU is that of an echo. */
  private void withoutExecutor(int kib, double published, List<ClaimComparison> to) {
    Map<String, String> without = published(Stack.NETTY, kib, false);
    Map<String, String> with = published(Stack.NETTY, kib, true);
    results
        .ratio(without, with, PayloadPart.CPU_EACH)
        .map(
            today ->
                ClaimComparison.ofRatios(
                    new Text(
                        "NETTY, server CPU an echo without executor over with, %d KB"
                            .formatted(kib),
                        "NETTY，%d KB，不用与使用业务线程池的每次回显 CPU 之比".formatted(kib)),
                    published,
                    today,
                    alike(published, today) ? null : handOver(today, without, with)))
        .ifPresent(to::add);
  }

  private Text handOver(Spread today, Map<String, String> without, Map<String, String> with) {
    boolean costs = today.median() < 1 / ALIKE;
    String switches =
        String.format(Locale.ROOT, "%.1f / %.2f", switchesAnEcho(with), switchesAnEcho(without));
    return new Text(
        (costs ? "what the pool costs is handing over" : "copying the bytes outweighs handing over")
            + "; context switches an echo with / without it: "
            + switches,
        (costs ? "线程池的代价在于移交" : "复制字节的代价盖过了移交") + "；使用 / 不用线程池时每次回显的上下文切换：" + switches);
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

  /** As the study measured. */
  private static Map<String, String> published(Stack stack, int kib, boolean executor) {
    return EchoCase.setting(new EchoSetting(stack, executor, true, Writes.NO_DELAY), kib);
  }
}
