package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.GrpcFigures.HeldMemory;
import dev.nacoscapacity.bench.GrpcFigures.Lists;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.standin.StandInMain;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of a gRPC client, of the fleet and of the real one: see its README.md. */
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

  private static final String REGISTER = "register reference 20000";

  /** A heap that shrinks to its used size, so that resident memory shows what a client needs. */
  private static final Jvm SHRINKING =
      Jvm.own("-Xms8m", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");

  /** A heap that keeps collections cheap, to measure the cost of lists. */
  private static final Jvm AMPLE = Jvm.own("-Xms512m", "-Xmx512m");

  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "of the fleet; a third of it for the lower count (default: ${DEFAULT-VALUE})")
  private int instances = 15_000;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "real ones; a third of it for the lower count (default: ${DEFAULT-VALUE})")
  private int clients = 300;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "in each of which both have their turn (default: ${DEFAULT-VALUE})")
  private int rounds = 3;

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      description = "of the stand-in (default: ${DEFAULT-VALUE})")
  private int basePort = 17_848;

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
    directory = Files.createDirectories(home("labs/bench/target/run"));
    List<GrpcFigures> fleet = new ArrayList<>();
    List<GrpcFigures> real = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      List<String> standIn =
          Jvm.own().command(StandInMain.class, "--nodes=1", "--base-port=" + basePort);
      try (Peer server = Peer.start("stand-in", SERVER_CORE, directory, standIn)) {
        server.awaitLine("ready", 1);
        HeldMemory fewOfFleet = holdFleet(instances / 3);
        HeldMemory manyOfFleet = holdFleet(instances);
        HeldMemory fewReal = holdReal(clients / 3);
        HeldMemory manyReal = holdReal(clients);
        Lists listsOfReal = realLists();
        // At the rate of the real clients, so that both have the same number of calls for each
        // wake-up of a thread.
        Lists listsOfFleet = fleetLists(Math.round(1e6 * LISTERS / listsOfReal.perSecond()));
        fleet.add(new GrpcFigures(fewOfFleet, manyOfFleet, listsOfFleet));
        real.add(new GrpcFigures(fewReal, manyReal, listsOfReal));
      }
    }
    System.out.print(GrpcFigures.table(fleet, real));
    return GrpcFigures.targetsMet(fleet, real) ? ExitCode.OK : ExitCode.FAIL;
  }

  private HeldMemory holdFleet(int count) throws IOException, InterruptedException {
    try (Peer process = fleet("fleet", SHRINKING)) {
      fleet(process, count, 0, 0);
      return heldMemory(process, count);
    }
  }

  private HeldMemory holdReal(int count) throws IOException, InterruptedException {
    try (Peer process = real(count, SHRINKING)) {
      process.write(REGISTER);
      process.awaitLine("ok", 1);
      return heldMemory(process, count);
    }
  }

  /** The resources of connected clients while they are idle. */
  private HeldMemory heldMemory(Peer process, int count) throws IOException, InterruptedException {
    // Waits until the JIT compiler has finished with the code for connecting.
    Thread.sleep(1_000L * seconds(20));
    // The second collection frees objects that the first one left for finalization.
    for (int i = 0; i < 2; i++) {
      process.requireAlive();
      new ProcessBuilder(
              Jvm.JAVA.resolveSibling("jcmd").toString(), "" + process.process().pid(), "GC.run")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
    long resident = process.usage().residentBytes().orElseThrow() / 1024;
    return new HeldMemory(count, resident, process.usage().threads(), idleCores(process));
  }

  private double idleCores(Peer process) throws IOException, InterruptedException {
    Reading before = process.read();
    Thread.sleep(1_000L * seconds(30));
    return process.read().since(before).cores();
  }

  /** Real clients list the services of a small fleet, one call at a time. */
  private Lists realLists() throws IOException, InterruptedException {
    String query = "query bench-0000 " + seconds(30);
    try (Peer hosts = fleet("hosts", AMPLE);
        Peer process = real(LISTERS, AMPLE)) {
      fleet(hosts, PacedFleet.INSTANCES_PER_SERVICE, 0, 0);
      process.write(REGISTER);
      process.awaitLine("ok", 1);
      process.write(query);
      process.awaitLine("ok", 2);
      double idle = idleCores(process);
      Reading before = process.read();
      process.write(query);
      process.awaitLine("ok", 3);
      Reading used = process.read().since(before);
      return new Lists(Long.parseLong(process.linesAfter("queries ").get(1)), used, idle);
    }
  }

  /** The engine of a run makes the same calls at the same rate, by its own schedule. */
  private Lists fleetLists(long micros) throws IOException, InterruptedException {
    try (Peer process = fleet("fleet-lists", AMPLE)) {
      fleet(process, LISTERS, micros, seconds(30));
      fleet(process, LISTERS, 0, 0);
      double idle = idleCores(process);
      fleet(process, LISTERS, micros, seconds(5));
      Reading before = process.read();
      long listed = fleet(process, 0, 0, seconds(30));
      return new Lists(listed, process.read().since(before), idle);
    }
  }

  private int seconds(int full) {
    return quick ? Math.max(3, full / 3) : full;
  }

  private Peer fleet(String name, Jvm jvm) throws IOException {
    return start(name, jvm.command(GrpcFleet.class));
  }

  private long fleet(Peer process, int count, long listMicros, int seconds)
      throws IOException, InterruptedException {
    int port = GrpcPorts.client(basePort);
    return process.ask(new GrpcFleet.Task(port, count, listMicros, seconds), Long.class);
  }

  private Peer real(int count, Jvm jvm) throws IOException {
    Path jars = home("nacos-cluster/reference-client/client-2.x/target/lib");
    return start(
        "nacos-client",
        new Jvm(jvm.java(), jars + "/*", jvm.options())
            .command(
                "dev.nacoscapacity.reference.ReferenceClient",
                "127.0.0.1:" + basePort,
                "capacity",
                Integer.toString(count)));
  }

  private Peer start(String name, List<String> command) throws IOException {
    System.err.println(name);
    return Peer.start(name, CLIENT_CORE, directory, command);
  }
}
