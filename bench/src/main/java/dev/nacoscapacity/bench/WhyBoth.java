package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.server.Nginx;
import dev.nacoscapacity.reports.published.ThreadCeilings;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.text.Format;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** JMeter's threads beside the fleet: the figures of docs/jmeter-and-the-fleet.md. */
@Command(
    name = "bench/why-both.sh",
    description = {
      "Measures JMeter's thread for each user beside the fleet: how many clients a heap holds, what a",
      "closed pool of threads hides. What a request costs: bench/run.sh.",
      "Example: bench/why-both.sh --quick"
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:measured",
      "2:nothing could be measured",
      "64:wrong usage",
      "70:internal error"
    },
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70)
final class WhyBoth extends BenchCommand {

  private static final List<String> HEAPS = List.of("128m", "1g");

  /** A process may have 20,000 descriptors where this was written. */
  private static final int MOST_USERS = 19_000;

  private static final int STEP = 50_000;

  @Option(names = "--quick", description = "under 4 minutes: to try it, not to be cited")
  private boolean quick;

  private final PrintStream out = System.out;

  public static void main(String[] args) {
    System.exit(new CommandLine(new WhyBoth()).execute(args));
  }

  @Override
  int measure() throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("nacoscapacity.home"));
    Path directory = Files.createDirectories(root.resolve("bench/target/why-both"));
    double loadBefore = loadAverage();
    heading("Ceilings of the published rows");
    ThreadCeilings.table().lines(Format.MARKDOWN).forEach(out::println);
    openAndClosed(root, directory);
    try (Nginx nginx = Nginx.start(SERVER_CORE, directory)) {
      Clients clients =
          new Clients(nginx.port(), directory, root.resolve("jmeter-plans/jmeter/target/jmeter"));
      held(new Holding(nginx, clients, CLIENT_CORE, directory));
    }
    line("%nload average %.1f before, %.1f after", loadBefore, loadAverage());
    return ExitCode.OK;
  }

  private void openAndClosed(Path root, Path directory) throws IOException, InterruptedException {
    Duration window = Duration.ofSeconds(quick ? 20 : 60);
    Map<String, List<OpenAndClosed.Told>> told = new OpenAndClosed(root, directory, window).run();
    heading("A server of 400 requests/s (8 threads, 20 ms), 360 requests/s needed");
    line(
        "| | needed/s | made/s | missed/s | p50 ms | p99 ms | max ms |%n|---|---|---|---|---|---|---|");
    for (OpenAndClosed.Told each : told.get("capacity")) {
      OperationResult beats = each.beats();
      line(
          "| %s | %.0f | %.0f | %.1f | %.0f | %.0f | %.0f |",
          each.who(),
          each.perSecond(OperationResult::required),
          each.perSecond(OperationResult::achieved),
          each.perSecond(OperationResult::skipped),
          beats.latencyMs().p50(),
          beats.latencyMs().p99(),
          beats.latencyMs().max());
    }
    heading("A fast server that stalls for 2 s: latency of beats as told, in ms");
    line("| | mean | p50 | p90 | p99 | p99.9 | max |%n|---|---|---|---|---|---|---|");
    for (OpenAndClosed.Told each : told.get("stall")) {
      var latency = each.beats().latencyMs();
      line(
          "| %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |",
          each.who(),
          latency.mean(),
          latency.p50(),
          latency.p90(),
          latency.p99(),
          latency.p999(),
          latency.max());
    }
  }

  private void held(Holding holding) throws IOException, InterruptedException {
    heading("Clients held, each with a beat every 5 s, on one core");
    line("| heap | JMeter, a thread each | fleet |%n|---|---|---|");
    Duration ramp = Duration.ofSeconds(quick ? 35 : 120);
    Duration each = Duration.ofSeconds(quick ? 4 : 10);
    int most = quick ? 3 * STEP : 10 * STEP;
    for (String heap : HEAPS) {
      int users = holding.jmeterUsers(MOST_USERS, ramp, heap);
      // A larger heap changes nothing for the fleet, whose limit is the core.
      int instances =
          holding.fleet(STEP, quick && !heap.equals(HEAPS.get(0)) ? STEP : most, each, heap);
      line(
          "| %s | %,d%s | %,d%s |",
          heap,
          users,
          users >= MOST_USERS ? " (all)" : "",
          instances,
          instances >= most ? " (all tried)" : "");
    }
  }

  private void heading(String text) {
    line("%n### %s%n", text);
  }

  private void line(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }
}
