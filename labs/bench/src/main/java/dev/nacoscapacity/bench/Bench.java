package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.Stopwatch.Measurement;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The benchmark: see labs/bench/README.md. */
@Command(
    name = "labs/bench/run.sh",
    description = {
      "Measures what the generator costs beside wrk, JMeter and Netty's own codec.",
      "Example: labs/bench/run.sh --quick"
    })
final class Bench extends BenchCommand {

  private static final double TARGET_WRK = 0.8;
  private static final double TARGET_JMETER = 10;

  @Option(
      names = "--quick",
      description = "one short round, under 6 minutes: to try it, not to be cited")
  private boolean quick;

  public static void main(String[] args) {
    exit(new Bench(), args);
  }

  @Override
  int measure() throws IOException, InterruptedException {
    Stopwatch.Timing timing = quick ? Stopwatch.Timing.QUICK : Stopwatch.Timing.FULL;
    Path directory = Files.createDirectories(home("labs/bench/target/run"));
    double loadBefore = loadAverage();
    try (Nginx nginx = Nginx.start(SERVER_CORE, directory)) {
      BenchClients clients = new BenchClients(nginx.port(), directory);
      Stopwatch stopwatch = new Stopwatch(nginx, directory, timing);
      Map<String, List<Measurement>> beats =
          stopwatch.measure(
              clients.driver(Operation.BEAT),
              clients.generator(timing),
              clients.wrk(Operation.BEAT),
              clients.codec(Operation.BEAT),
              clients.jmeter(Operation.BEAT));
      Map<String, List<Measurement>> lists =
          stopwatch.measure(clients.driver(Operation.LIST), clients.wrk(Operation.LIST));
      System.err.println("half a million and a million instances in a heap of 512 MB");
      String memory = stopwatch.await(BenchClients.million());
      System.out.printf(
          "nginx on one core, the client on another, 100 connections; median and range of %d"
              + " rounds, each %d s after %d s of warm-up; load average %.1f before, %.1f"
              + " after%n%n",
          timing.rounds(), timing.measured(), timing.warmUp(), loadBefore, loadAverage());
      figures(beats, lists).forEach(System.out::println);
      System.out.println("\n" + memory);
      return targetsMet(beats) ? ExitCode.OK : ExitCode.FAIL;
    }
  }

  static boolean targetsMet(Map<String, List<Measurement>> beats) {
    return ratio(beats, "driver alone", "wrk").median() >= TARGET_WRK
        && ratio(beats, "generator", "JMeter").median() >= TARGET_JMETER;
  }

  /** The tables for the documentation, by the rounds of each client. */
  static List<String> figures(
      Map<String, List<Measurement>> beats, Map<String, List<Measurement>> lists) {
    Table clients =
        table(
            "client",
            "answers",
            "requests per CPU-second",
            "CPU µs a request",
            "requests/s",
            "busy",
            "second half / first");
    beats.forEach((name, rounds) -> row(clients, name, "beat, 64 B", rounds));
    lists.forEach((name, rounds) -> row(clients, name, "list, 22 KB", rounds));
    Table ratios = table("requests per CPU-second", "ratio", "target");
    ratio(ratios, beats, "driver alone", "wrk", "", "≥ " + TARGET_WRK);
    ratio(ratios, beats, "generator", "JMeter", "", "≥ " + TARGET_JMETER);
    ratio(ratios, beats, "driver alone", "Netty codec", "", "");
    ratio(ratios, lists, "driver alone", "wrk", ", lists", "");
    List<String> lines = new ArrayList<>(markdown(clients));
    lines.add("");
    lines.addAll(markdown(ratios));
    return lines;
  }

  private static void row(Table table, String name, String answers, List<Measurement> rounds) {
    table.row(
        name,
        answers,
        Spread.of(rounds, Measurement::requestsPerCpuSecond).format("%,.0f"),
        Spread.of(rounds, Measurement::cpuMicrosPerRequest).format("%.2f"),
        Spread.of(rounds, Measurement::requestsPerSecond).format("%,.0f"),
        whole(100 * Spread.of(rounds, round -> round.used().cores()).median()) + " %",
        NumberText.of("%.2f", Spread.of(rounds, Measurement::warming).median()));
  }

  private static Spread ratio(Map<String, List<Measurement>> rounds, String above, String below) {
    return Spread.ofRatios(rounds.get(above), rounds.get(below), Measurement::requestsPerCpuSecond);
  }

  private static void ratio(
      Table table,
      Map<String, List<Measurement>> rounds,
      String above,
      String below,
      String what,
      String target) {
    table.row(above + " / " + below + what, ratio(rounds, above, below).format("%.2f"), target);
  }
}
