package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.OpenAndClosed.ToolResult;
import dev.nacoscapacity.calibration.harness.Nginx;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** JMeter's threads beside the fleet: the figures of docs/jmeter-and-the-fleet.md. */
@Command(
    name = "labs/bench/why-both.sh",
    description = {
      "Measures JMeter's thread for each user beside the fleet: how many clients a heap holds, what"
          + " a closed pool of threads hides.",
      "What a request costs: labs/bench/run.sh.",
      "Example: labs/bench/why-both.sh --quick"
    })
final class ToolComparison extends BenchCommand {

  private static final List<String> HEAPS = List.of("128m", "1g");

  /** The limit on the development machine is 20,000 descriptors for each process. */
  private static final int MOST_USERS = 19_000;

  private static final int STEP = 50_000;

  @Option(names = "--quick", description = "under 4 minutes: to try it, not to be cited")
  private boolean quick;

  public static void main(String[] args) {
    exit(new ToolComparison(), args);
  }

  @Override
  int measure() throws IOException, InterruptedException {
    Path directory = Files.createDirectories(home("labs/bench/target/why-both"));
    double loadBefore = loadAverage();
    openAndClosed(directory);
    try (Nginx nginx = Nginx.start(SERVER_CORE, directory)) {
      clientsPerHeap(new ClientsPerHeap(nginx, new BenchClients(nginx.port(), directory)));
    }
    System.out.printf("%nload average %.1f before, %.1f after%n", loadBefore, loadAverage());
    return ExitCode.OK;
  }

  private static void print(String heading, Table table) {
    System.out.printf("%n### %s%n%n", heading);
    markdown(table).forEach(System.out::println);
    System.out.flush();
  }

  private void openAndClosed(Path directory) throws IOException, InterruptedException {
    int seconds = quick ? 20 : 60;
    System.err.printf("JMeter and the fleet at once, for over %d s%n", seconds);
    Map<String, List<ToolResult>> results = new OpenAndClosed(directory, seconds).run();
    Table capacity = table("", "needed/s", "made/s", "skipped/s", "p50 ms", "p99 ms", "max ms");
    for (ToolResult each : results.get("capacity")) {
      Percentiles latency = each.beats().latencyMs();
      capacity.row(
          each.tool(),
          whole(each.perSecond(OperationResult::required)),
          whole(each.perSecond(OperationResult::achieved)),
          NumberText.of("%.1f", each.perSecond(OperationResult::skipped)),
          whole(latency.p50()),
          whole(latency.p99()),
          whole(latency.max()));
    }
    print("A server of 400 requests/s (8 threads, 20 ms), 360 requests/s needed", capacity);
    Table stall = table("", "mean", "p50", "p90", "p99", "p99.9", "max");
    for (ToolResult each : results.get("stall")) {
      Percentiles latency = each.beats().latencyMs();
      stall.row(
          each.tool(),
          whole(latency.mean()),
          whole(latency.p50()),
          whole(latency.p90()),
          whole(latency.p99()),
          whole(latency.p999()),
          whole(latency.max()));
    }
    print("A fast server that stalls for 2 s: latency of beats as reported, in ms", stall);
  }

  private void clientsPerHeap(ClientsPerHeap clients) throws IOException, InterruptedException {
    Table table = table("heap", "JMeter, a thread each", "fleet");
    int most = quick ? 3 * STEP : 10 * STEP;
    for (String heap : HEAPS) {
      int users = clients.jmeterUsers(MOST_USERS, quick ? 35 : 120, heap);
      // A larger heap changes nothing for the fleet, whose limit is the core.
      int tried = quick && !heap.equals(HEAPS.get(0)) ? STEP : most;
      int instances = clients.fleet(STEP, tried, quick ? 4 : 10, heap);
      table.row(
          heap,
          whole(users) + (users >= MOST_USERS ? " (all)" : ""),
          whole(instances) + (instances >= most ? " (all tried)" : ""));
    }
    print("Clients held, each with a beat every 5 s, on one core", table);
  }
}
