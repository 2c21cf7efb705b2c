package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.server.Nginx;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Path directory = Files.createDirectories(home().resolve("labs/bench/target/run"));
    try (Nginx nginx = Nginx.start(SERVER_CORE, directory)) {
      Clients clients = new Clients(nginx.port(), directory, jmeterHome());
      Stopwatch stopwatch = new Stopwatch(nginx, CLIENT_CORE, directory, timing);
      double loadBefore = loadAverage();
      Map<String, List<Measurement>> beats =
          stopwatch.measure(
              clients.driver(Operation.BEAT),
              clients.generator(timing),
              clients.wrk(Operation.BEAT),
              clients.codec(Operation.BEAT),
              clients.jmeter(Operation.BEAT));
      Map<String, List<Measurement>> lists =
          stopwatch.measure(clients.driver(Operation.LIST), clients.wrk(Operation.LIST));
      Map<String, List<Measurement>> paced = stopwatch.measure(clients.paced());
      System.err.println("half a million and a million instances in a heap of 512 MB");
      String memory = stopwatch.await(Clients.million());
      Report report = new Report(timing, beats, lists, paced);
      System.out.print(report.text(loadBefore, loadAverage()));
      System.out.println("\n" + memory);
      return report.targetsMet() ? ExitCode.OK : ExitCode.FAIL;
    }
  }
}
