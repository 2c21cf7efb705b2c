package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The tables for the documentation. Each map contains the rounds of each client by its name, in the
 * order of the table.
 *
 * @param beats beats at saturation, with small answers
 * @param lists lists at saturation, with answers of 22 KB
 * @param paced both kinds of calls at the fleet's rates
 */
record Report(
    Stopwatch.Timing timing,
    Map<String, List<Measurement>> beats,
    Map<String, List<Measurement>> lists,
    Map<String, List<Measurement>> paced) {

  private static final double TARGET_WRK = 0.8;
  private static final double TARGET_JMETER = 10;
  private static final String DRIVER = "driver alone";
  private static final String GENERATOR = "generator";

  boolean targetsMet() {
    return ratio(beats, DRIVER, "wrk").median() >= TARGET_WRK
        && ratio(beats, GENERATOR, "JMeter").median() >= TARGET_JMETER;
  }

  String text(double loadBefore, double loadAfter) {
    List<String> lines = new ArrayList<>();
    lines.add(
        NumberText.of(
            "nginx on one core, the client on another, 100 connections; median and range of %d"
                + " rounds, each %d s after %d s of warm-up; load average %.1f before, %.1f after",
            timing.rounds(),
            timing.measured().toSeconds(),
            timing.warmUp().toSeconds(),
            loadBefore,
            loadAfter));
    lines.add("");
    Table clients =
        BenchCommand.table(
            "client",
            "answers",
            "requests per CPU-second",
            "CPU µs a request",
            "requests/s",
            "busy",
            "second half / first");
    beats.forEach((name, rounds) -> row(clients, name, "beat, 64 B", rounds));
    lists.forEach((name, rounds) -> row(clients, name, "list, 22 KB", rounds));
    paced.forEach((name, rounds) -> row(clients, name, "2 beats : 1 list", rounds));
    lines.addAll(clients.lines(Format.MARKDOWN));
    lines.add("");
    Table ratios = BenchCommand.table("requests per CPU-second", "ratio", "target");
    ratio(ratios, beats, DRIVER, "wrk", " / wrk", "≥ " + TARGET_WRK);
    ratio(ratios, beats, GENERATOR, "JMeter", " / JMeter", "≥ " + TARGET_JMETER);
    ratio(ratios, beats, DRIVER, "Netty codec", " / Netty codec", "");
    ratio(ratios, lists, DRIVER, "wrk", " / wrk, lists", "");
    lines.addAll(ratios.lines(Format.MARKDOWN));
    lines.addAll(List.of("", "paced, last second of each round:"));
    paced.values().forEach(rounds -> rounds.forEach(round -> lines.add("- " + round.remark())));
    return String.join("\n", lines) + "\n";
  }

  private static Spread ratio(Map<String, List<Measurement>> rounds, String ours, String theirs) {
    return Spread.ofRatios(rounds.get(ours), rounds.get(theirs), Measurement::requestsPerCpuSecond);
  }

  private static void row(Table table, String name, String answers, List<Measurement> rounds) {
    table.row(
        name,
        answers,
        Spread.of(rounds, Measurement::requestsPerCpuSecond).format("%,.0f"),
        Spread.of(rounds, Measurement::cpuMicrosPerRequest).format("%.2f"),
        Spread.of(rounds, Measurement::requestsPerSecond).format("%,.0f"),
        NumberText.of("%.0f %%", Spread.of(rounds, round -> round.used().cpuPercent()).median()),
        NumberText.of("%.2f", Spread.of(rounds, Measurement::warming).median()));
  }

  private static void ratio(
      Table table,
      Map<String, List<Measurement>> rounds,
      String ours,
      String theirs,
      String name,
      String target) {
    table.row(ours + name, ratio(rounds, ours, theirs).format("%.2f"), target);
  }
}
