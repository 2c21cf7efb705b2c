package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
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

  private static final int HOSTS = 88;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  /** A heap that shrinks to what is used, so that resident memory tells what a client needs. */
  private static final List<String> HEAP =
      List.of("-XX:+UseSerialGC", "-Xms8m", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "15000",
      description = "of the fleet (default: ${DEFAULT-VALUE})")
  private int instances;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "300",
      description = "real ones (default: ${DEFAULT-VALUE})")
  private int clients;

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      defaultValue = "17848",
      description = "of the stand-in (default: ${DEFAULT-VALUE})")
  private int basePort;

  @Option(names = "--quick", description = "2,000 instances, 50 clients, short: not to be cited")
  private boolean quick;

  private Path directory;

  public static void main(String[] args) {
    System.exit(new CommandLine(new GrpcBench()).execute(args));
  }

  @Override
  int measure() throws IOException, InterruptedException {
    if (quick) {
      instances = 2_000;
      clients = 50;
    }
    Path home = Path.of(System.getProperty("nacoscapacity.home"));
    directory = Files.createDirectories(home.resolve("bench/target/run"));
    try (PinnedProcess server = standIn()) {
      server.awaitCount("ready", 1, PATIENCE);
      GrpcFigures fleet;
      GrpcFigures real;
      try (PinnedProcess process = start("fleet", ours("simulator.run.GrpcFleet", instances))) {
        fleet = hold(process, "started", "register", instances);
        fleet = fleet.withQueries(ownQueries());
        real = realClients(home);
      }
      System.out.print(GrpcFigures.table(fleet, real));
      return GrpcFigures.targetsMet(fleet, real) ? 0 : 1;
    }
  }

  private GrpcFigures realClients(Path home) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA_HOME.resolve("bin/java").toString()));
    command.addAll(HEAP);
    command.addAll(
        List.of(
            "-cp",
            home.resolve("reference-client/client-2.x/target/lib") + "/*",
            "dev.nacoscapacity.reference.ReferenceClient",
            "127.0.0.1:" + basePort,
            "capacity",
            Integer.toString(clients)));
    try (PinnedProcess process = start("nacos-client", command)) {
      Thread.sleep(seconds(3).toMillis());
      GrpcFigures figures = hold(process, null, "register reference 20000", clients);
      return figures.withQueries(queriesPerCpuSecond(process));
    }
  }

  /** Lets a process connect its clients, and looks at what they take while they are idle. */
  private GrpcFigures hold(PinnedProcess process, String sign, String command, int count)
      throws IOException, InterruptedException {
    if (sign != null) {
      process.awaitCount(sign, 1, PATIENCE);
    }
    long before = process.residentKib(jcmd());
    process.say(command);
    process.awaitCount("ok", 1, PATIENCE);
    Thread.sleep(seconds(10).toMillis());
    long after = process.residentKib(jcmd());
    double cpu = process.cpuSeconds();
    Duration idle = seconds(30);
    Thread.sleep(idle.toMillis());
    double used = process.cpuSeconds() - cpu;
    return new GrpcFigures(
        count, after, (after - before) / (double) count, used / idle.toSeconds(), 0);
  }

  /** The fleet's driver lists what the fleet has registered. */
  private double ownQueries() throws IOException, InterruptedException {
    try (PinnedProcess process =
        start("fleet-queries", ours("bench.GrpcLoop", instances / HOSTS))) {
      Thread.sleep(seconds(10).toMillis());
      long answered = Long.parseLong(process.lastLine());
      double cpu = process.cpuSeconds();
      Thread.sleep(seconds(10).toMillis());
      return (Long.parseLong(process.lastLine()) - answered) / (process.cpuSeconds() - cpu);
    }
  }

  /** One line lets each client list once, one after another. */
  private double queriesPerCpuSecond(PinnedProcess process)
      throws IOException, InterruptedException {
    int lines = Math.max(2, 3_000 / clients);
    list(process, lines);
    double cpu = process.cpuSeconds();
    list(process, lines);
    return (double) lines * clients / (process.cpuSeconds() - cpu);
  }

  private void list(PinnedProcess process, int lines) throws IOException, InterruptedException {
    long before = process.count("ok");
    for (int i = 0; i < lines; i++) {
      process.say("list bench-0000");
    }
    process.awaitCount("ok", before + lines, PATIENCE);
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

  private PinnedProcess start(String name, List<String> command) throws IOException {
    System.err.println(name);
    return PinnedProcess.start(name, CLIENT_CORE, directory, command);
  }

  private List<String> ours(String main, int... numbers) {
    List<String> command = new ArrayList<>(List.of(JAVA_HOME.resolve("bin/java").toString()));
    command.addAll(HEAP);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "dev.nacoscapacity." + main));
    command.add(Integer.toString(GrpcPorts.client(basePort)));
    for (int number : numbers) {
      command.add(Integer.toString(number));
    }
    return command;
  }

  private static Path jcmd() {
    return JAVA_HOME.resolve("bin/jcmd");
  }
}
