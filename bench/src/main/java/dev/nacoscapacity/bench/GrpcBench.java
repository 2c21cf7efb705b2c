package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.calibration.fleet.PacedFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a client over gRPC costs, the fleet's beside the real one: see bench/README.md. */
@Command(
    name = "bench/grpc.sh",
    description = {
      "Measures memory, idle CPU and queries of the fleet's gRPC clients beside nacos-client 2.x.",
      "Example: bench/grpc.sh --quick"
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the targets were met",
      "1:one was not",
      "2:nothing could be measured",
      "64:wrong usage",
      "70:internal error"
    },
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70)
final class GrpcBench extends BenchCommand {

  /** Clients that list: so many of the fleet's as of the real ones, in whole services. */
  private static final int LISTERS = 3 * PacedFleet.INSTANCES_PER_SERVICE;

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final double MICROS = 1e6;
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  /** A heap that shrinks to what is used, so that resident memory tells what a client needs. */
  private static final List<String> SHRINKING =
      List.of("-XX:+UseSerialGC", "-Xms8m", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");

  /** A heap that leaves collections cheap, for what lists cost. */
  private static final List<String> AMPLE = List.of("-XX:+UseSerialGC", "-Xms512m", "-Xmx512m");

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

  private Path home;
  private Path directory;

  public static void main(String[] args) {
    System.exit(new CommandLine(new GrpcBench()).execute(args));
  }

  @Override
  int measure() throws IOException, InterruptedException {
    if (quick) {
      instances = 3_000;
      clients = 60;
      rounds = 1;
    }
    home = Path.of(System.getProperty("nacoscapacity.home"));
    directory = Files.createDirectories(home.resolve("bench/target/run"));
    List<GrpcFigures> fleet = new ArrayList<>();
    List<GrpcFigures> real = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      try (PinnedProcess server = standIn()) {
        server.awaitCount("ready", 1, PATIENCE);
        GrpcFigures.Held fewOfFleet = holdFleet(instances / 3);
        GrpcFigures.Held manyOfFleet = holdFleet(instances);
        GrpcFigures.Held fewReal = holdReal(clients / 3);
        GrpcFigures.Held manyReal = holdReal(clients);
        GrpcFigures.Lists listsOfReal = realLists();
        // At the rate of the real ones, so that neither has more calls to a wake-up of its threads.
        GrpcFigures.Lists listsOfFleet = fleetLists(listsOfReal.perSecond());
        fleet.add(new GrpcFigures(fewOfFleet, manyOfFleet, listsOfFleet));
        real.add(new GrpcFigures(fewReal, manyReal, listsOfReal));
      }
    }
    System.out.print(GrpcFigures.table(fleet, real));
    return GrpcFigures.targetsMet(fleet, real) ? ExitCode.OK : ExitCode.FAIL;
  }

  private GrpcFigures.Held holdFleet(int count) throws IOException, InterruptedException {
    try (PinnedProcess process = fleet("fleet", SHRINKING)) {
      return hold(process, "idle " + count, count);
    }
  }

  private GrpcFigures.Held holdReal(int count) throws IOException, InterruptedException {
    try (PinnedProcess process = real(count, SHRINKING)) {
      return hold(process, "register reference 20000", count);
    }
  }

  /** Lets a process connect its clients, and looks at what they take while they are idle. */
  private GrpcFigures.Held hold(PinnedProcess process, String command, int count)
      throws IOException, InterruptedException {
    process.say(command);
    process.awaitCount("ok", 1, PATIENCE);
    // Until what connecting had compiled is done with.
    Thread.sleep(seconds(20).toMillis());
    long resident = process.residentKib(JAVA_HOME.resolve("bin/jcmd"));
    int threads = process.usage().threads();
    return new GrpcFigures.Held(count, resident, threads, idleCores(process));
  }

  private double idleCores(PinnedProcess process) throws IOException, InterruptedException {
    double cpu = process.cpuSeconds();
    long start = System.nanoTime();
    Thread.sleep(seconds(30).toMillis());
    return (process.cpuSeconds() - cpu) / secondsSince(start);
  }

  /** Real clients list, one call at a time, what a small fleet beside them has registered. */
  private GrpcFigures.Lists realLists() throws IOException, InterruptedException {
    String query = "query bench-0000 " + seconds(30).toSeconds();
    try (PinnedProcess hosts = fleet("hosts", AMPLE);
        PinnedProcess process = real(LISTERS, AMPLE)) {
      hosts.say("idle " + PacedFleet.INSTANCES_PER_SERVICE);
      hosts.awaitCount("ok", 1, PATIENCE);
      process.say("register reference 20000");
      process.awaitCount("ok", 1, PATIENCE);
      process.say(query);
      process.awaitCount("ok", 2, PATIENCE);
      double idle = idleCores(process);
      double cpu = process.cpuSeconds();
      long start = System.nanoTime();
      process.say(query);
      process.awaitCount("ok", 3, PATIENCE);
      double elapsed = secondsSince(start);
      // The line before the last: the last one says ok.
      long queries = Long.parseLong(process.lastLine("queries "));
      return new GrpcFigures.Lists(queries / elapsed, process.cpuSeconds() - cpu, elapsed, idle);
    }
  }

  /** A run's engine does the same at the same rate, at due times of its own. */
  private GrpcFigures.Lists fleetLists(double perSecond) throws IOException, InterruptedException {
    String lists = "lists %d %d".formatted(LISTERS, Math.round(MICROS * LISTERS / perSecond));
    try (PinnedProcess process = fleet("fleet-lists", AMPLE)) {
      process.say(lists);
      process.awaitCount("ok", 1, PATIENCE);
      Thread.sleep(seconds(30).toMillis());
      process.say("idle " + LISTERS);
      process.awaitCount("ok", 2, PATIENCE);
      double idle = idleCores(process);
      process.say(lists);
      process.awaitCount("ok", 3, PATIENCE);
      Thread.sleep(seconds(5).toMillis());
      long before = nextTotal(process);
      double cpu = process.cpuSeconds();
      long start = System.nanoTime();
      Thread.sleep(seconds(30).toMillis());
      long listed = nextTotal(process) - before;
      double elapsed = secondsSince(start);
      return new GrpcFigures.Lists(listed / elapsed, process.cpuSeconds() - cpu, elapsed, idle);
    }
  }

  /** What the fleet tells next: what it told last may be a second old. */
  private static long nextTotal(PinnedProcess process) throws IOException, InterruptedException {
    long last = Long.parseLong(process.lastLine("lists "));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Thread.sleep(10);
      long total = Long.parseLong(process.lastLine("lists "));
      if (total > last) {
        return total;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new MeasureException("the fleet lists no more");
      }
    }
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private Duration seconds(int full) {
    return Duration.ofSeconds(quick ? Math.max(3, full / 3) : full);
  }

  private PinnedProcess standIn() throws IOException {
    List<String> command =
        List.of(
            JAVA_HOME.resolve("bin/java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.nacoscapacity.cluster.embedded.StandInMain",
            "--nodes=1",
            "--base-port=" + basePort);
    return PinnedProcess.start("stand-in", SERVER_CORE, directory, command);
  }

  private PinnedProcess fleet(String name, List<String> heap)
      throws IOException, InterruptedException {
    String port = Integer.toString(GrpcPorts.client(basePort));
    PinnedProcess process =
        start(
            name,
            heap,
            System.getProperty("java.class.path"),
            "dev.nacoscapacity.bench.GrpcFleet",
            port);
    process.awaitCount("started", 1, PATIENCE);
    return process;
  }

  private PinnedProcess real(int count, List<String> heap) throws IOException {
    return start(
        "nacos-client",
        heap,
        home.resolve("reference-client/client-2.x/target/lib") + "/*",
        "dev.nacoscapacity.reference.ReferenceClient",
        "127.0.0.1:" + basePort,
        "capacity",
        Integer.toString(count));
  }

  /** Both run on the same JVM with the same settings. */
  private PinnedProcess start(String name, List<String> heap, String classPath, String... words)
      throws IOException {
    System.err.println(name);
    List<String> command = new ArrayList<>(List.of(JAVA_HOME.resolve("bin/java").toString()));
    command.addAll(heap);
    command.addAll(List.of("-cp", classPath));
    command.addAll(List.of(words));
    return PinnedProcess.start(name, CLIENT_CORE, directory, command);
  }
}
