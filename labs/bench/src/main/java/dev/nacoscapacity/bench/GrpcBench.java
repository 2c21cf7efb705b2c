package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.GrpcFigures.Held;
import dev.nacoscapacity.bench.GrpcFigures.Lists;
import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.cluster.embedded.StandInMain;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of a gRPC client, of the fleet and of the real one: see labs/bench/README.md.
 */
@Command(
    name = "labs/bench/grpc.sh",
    description = {
      "Measures memory, idle CPU and queries of the fleet's gRPC clients beside nacos-client 2.x.",
      "Example: labs/bench/grpc.sh --quick"
    })
final class GrpcBench extends BenchCommand {

  /**
   * Number of listing clients, of both the fleet and the real client; a multiple of the service
   * size.
   */
  private static final int LISTERS = 3 * PacedFleet.INSTANCES_PER_SERVICE;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final double MICROS = 1e6;
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  /** A heap that shrinks to its used size, so that resident memory shows what a client needs. */
  private static final Jvm SHRINKING =
      Jvm.own("-Xms8m", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");

  /** A heap that keeps collections cheap, to measure the cost of lists. */
  private static final Jvm AMPLE = Jvm.own("-Xms512m", "-Xmx512m");

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "15000",
      description = "of the fleet; a third of it for the lower count (default: ${DEFAULT-VALUE})")
  private int instances;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "300",
      description = "real ones; a third of it for the lower count (default: ${DEFAULT-VALUE})")
  private int clients;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "in each of which both have their turn (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      defaultValue = "17848",
      description = "of the stand-in (default: ${DEFAULT-VALUE})")
  private int basePort;

  @Option(
      names = "--quick",
      description = "3,000 instances, 60 clients, one short round: not to be cited")
  private boolean quick;

  private Path directory;

  public static void main(String[] args) {
    exit(new GrpcBench(), args);
  }

  @Override
  int measure() throws IOException, InterruptedException {
    if (quick) {
      instances = 3_000;
      clients = 60;
      rounds = 1;
    }
    directory = Files.createDirectories(home().resolve("labs/bench/target/run"));
    List<GrpcFigures> fleet = new ArrayList<>();
    List<GrpcFigures> real = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      List<String> standIn =
          Jvm.own().command(StandInMain.class, "--nodes=1", "--base-port=" + basePort);
      try (PinnedProcess server =
          PinnedProcess.start("stand-in", SERVER_CORE, directory, standIn)) {
        server.awaitLine("ready", 1, TIMEOUT);
        Held fewOfFleet = holdFleet(instances / 3);
        Held manyOfFleet = holdFleet(instances);
        Held fewReal = holdReal(clients / 3);
        Held manyReal = holdReal(clients);
        Lists listsOfReal = realLists();
        // At the rate of the real clients, so that both have the same number of calls for each
        // wake-up of a thread.
        Lists listsOfFleet = fleetLists(listsOfReal.perSecond());
        fleet.add(new GrpcFigures(fewOfFleet, manyOfFleet, listsOfFleet));
        real.add(new GrpcFigures(fewReal, manyReal, listsOfReal));
      }
    }
    System.out.print(GrpcFigures.table(fleet, real));
    return GrpcFigures.targetsMet(fleet, real) ? ExitCode.OK : ExitCode.FAIL;
  }

  private Held holdFleet(int count) throws IOException, InterruptedException {
    try (PinnedProcess process = fleet("fleet", SHRINKING)) {
      return hold(process, "idle " + count, count);
    }
  }

  private Held holdReal(int count) throws IOException, InterruptedException {
    try (PinnedProcess process = real(count, SHRINKING)) {
      return hold(process, "register reference 20000", count);
    }
  }

  /** Connects the clients of a process, and measures their resources while they are idle. */
  private Held hold(PinnedProcess process, String command, int count)
      throws IOException, InterruptedException {
    process.write(command);
    process.awaitLine("ok", 1, TIMEOUT);
    // Waits until the JIT compiler has finished with the code for connecting.
    Thread.sleep(seconds(20).toMillis());
    long resident = process.residentKib(JAVA_HOME.resolve("bin/jcmd"));
    int threads = process.usage().threads();
    return new Held(count, resident, threads, idleCores(process));
  }

  private double idleCores(PinnedProcess process) throws IOException, InterruptedException {
    Reading before = process.read();
    Thread.sleep(seconds(30).toMillis());
    return process.read().since(before).cores();
  }

  /** Real clients list the services of a small fleet, one call at a time. */
  private Lists realLists() throws IOException, InterruptedException {
    String query = "query bench-0000 " + seconds(30).toSeconds();
    try (PinnedProcess hosts = fleet("hosts", AMPLE);
        PinnedProcess process = real(LISTERS, AMPLE)) {
      hosts.write("idle " + PacedFleet.INSTANCES_PER_SERVICE);
      hosts.awaitLine("ok", 1, TIMEOUT);
      process.write("register reference 20000");
      process.awaitLine("ok", 1, TIMEOUT);
      process.write(query);
      process.awaitLine("ok", 2, TIMEOUT);
      double idle = idleCores(process);
      Reading before = process.read();
      process.write(query);
      process.awaitLine("ok", 3, TIMEOUT);
      Reading used = process.read().since(before);
      return new Lists(Long.parseLong(process.linesAfter("queries ").get(1)), used, idle);
    }
  }

  /** The engine of a run makes the same calls at the same rate, by its own schedule. */
  private Lists fleetLists(double perSecond) throws IOException, InterruptedException {
    String lists = "lists %d %d".formatted(LISTERS, Math.round(MICROS * LISTERS / perSecond));
    try (PinnedProcess process = fleet("fleet-lists", AMPLE)) {
      process.write(lists);
      process.awaitLine("ok", 1, TIMEOUT);
      Thread.sleep(seconds(30).toMillis());
      process.write("idle " + LISTERS);
      process.awaitLine("ok", 2, TIMEOUT);
      double idle = idleCores(process);
      process.write(lists);
      process.awaitLine("ok", 3, TIMEOUT);
      Thread.sleep(seconds(5).toMillis());
      long total = nextTotal(process);
      Reading before = process.read();
      Thread.sleep(seconds(30).toMillis());
      long listed = nextTotal(process) - total;
      if (listed == 0) {
        throw new MeasureException("the fleet lists no more");
      }
      return new Lists(listed, process.read().since(before), idle);
    }
  }

  /** Waits for the next line of the fleet, since its last one may be a second old. */
  private static long nextTotal(PinnedProcess process) throws IOException, InterruptedException {
    int written = process.linesAfter("lists ").size();
    return Long.parseLong(process.awaitLine("lists ", written + 1, TIMEOUT));
  }

  private Duration seconds(int full) {
    return Duration.ofSeconds(quick ? Math.max(3, full / 3) : full);
  }

  private PinnedProcess fleet(String name, Jvm jvm) throws IOException, InterruptedException {
    String port = Integer.toString(GrpcPorts.client(basePort));
    PinnedProcess process =
        start(
            name,
            jvm.command(
                System.getProperty("java.class.path"),
                // Named by a text, since the class is package-private.
                "dev.nacoscapacity.bench.GrpcFleet",
                port));
    process.awaitLine("started", 1, TIMEOUT);
    return process;
  }

  private PinnedProcess real(int count, Jvm jvm) throws IOException {
    return start(
        "nacos-client",
        jvm.command(
            home().resolve("nacos-cluster/reference-client/client-2.x/target/lib") + "/*",
            "dev.nacoscapacity.reference.ReferenceClient",
            "127.0.0.1:" + basePort,
            "capacity",
            Integer.toString(count)));
  }

  private PinnedProcess start(String name, List<String> command) throws IOException {
    System.err.println(name);
    return PinnedProcess.start(name, CLIENT_CORE, directory, command);
  }
}
