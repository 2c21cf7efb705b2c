package dev.nacoscapacity.bench;

import dev.nacoscapacity.reports.statistics.Spread;
import java.util.List;
import java.util.Map;

/** The tables for the documentation. */
final class Report {

  private static final double TARGET_WRK = 0.8;
  private static final double TARGET_JMETER = 10;
  private static final String DRIVER = "driver alone";
  private static final String GENERATOR = "generator";

  private final Timing timing;
  private final Map<String, List<Measurement>> beats;
  private final Map<String, List<Measurement>> lists;
  private final Map<String, List<Measurement>> paced;

  /**
   * Each map holds a client's rounds by its name, in the order of the table.
   *
   * @param beats saturated, small answers
   * @param lists saturated, 22 KB answers
   * @param paced at the fleet's rates, both kinds
   */
  Report(
      Timing timing,
      Map<String, List<Measurement>> beats,
      Map<String, List<Measurement>> lists,
      Map<String, List<Measurement>> paced) {
    this.timing = timing;
    this.beats = beats;
    this.lists = lists;
    this.paced = paced;
  }

  boolean targetsMet() {
    return ratio(beats, DRIVER, "wrk").median() >= TARGET_WRK
        && ratio(beats, GENERATOR, "JMeter").median() >= TARGET_JMETER;
  }

  String text(double loadBefore, double loadAfter) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        nginx on one core, the client on another, 100 connections; median and range of %d rounds, \
        each %d s after %d s of warm-up; load average %.1f before, %.1f after

        | client | answers | requests per CPU-second | CPU µs a request | requests/s | busy \
        | second half / first |
        |---|---|---|---|---|---|---|
        """
            .formatted(
                timing.rounds(),
                timing.measured().toSeconds(),
                timing.warmUp().toSeconds(),
                loadBefore,
                loadAfter));
    beats.forEach((name, rounds) -> row(text, name, "beat, 64 B", rounds));
    lists.forEach((name, rounds) -> row(text, name, "list, 22 KB", rounds));
    paced.forEach((name, rounds) -> row(text, name, "2 beats : 1 list", rounds));
    text.append("\n| requests per CPU-second | ratio | target |\n|---|---|---|\n");
    ratioRow(text, "driver alone / wrk", ratio(beats, DRIVER, "wrk"), "≥ " + TARGET_WRK);
    ratioRow(text, "generator / JMeter", ratio(beats, GENERATOR, "JMeter"), "≥ " + TARGET_JMETER);
    ratioRow(text, "driver alone / Netty codec", ratio(beats, DRIVER, "Netty codec"), "");
    ratioRow(text, "driver alone / wrk, lists", ratio(lists, DRIVER, "wrk"), "");
    text.append("\npaced, last second of each round:\n");
    paced.values().forEach(rounds -> rounds.forEach(r -> text.append("- " + r.remark() + "\n")));
    return text.toString();
  }

  private static Spread ratio(Map<String, List<Measurement>> rounds, String ours, String theirs) {
    return Spread.ofRatios(rounds.get(ours), rounds.get(theirs), Measurement::requestsPerCpuSecond);
  }

  private static void row(
      StringBuilder text, String name, String answers, List<Measurement> rounds) {
    text.append(
        "| %s | %s | %s | %s | %s | %.0f %% | %.2f |%n"
            .formatted(
                name,
                answers,
                Spread.of(rounds, Measurement::requestsPerCpuSecond).format("%,.0f"),
                Spread.of(rounds, Measurement::cpuMicrosPerRequest).format("%.2f"),
                Spread.of(rounds, Measurement::requestsPerSecond).format("%,.0f"),
                100 * Spread.of(rounds, Measurement::busy).median(),
                Spread.of(rounds, Measurement::warming).median()));
  }

  private static void ratioRow(StringBuilder text, String name, Spread ratio, String target) {
    text.append("| %s | %s | %s |%n".formatted(name, ratio.format("%.2f"), target));
  }
}
