package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import dev.nacoscapacity.cluster.embedded.EmbeddedNode;
import dev.nacoscapacity.cluster.embedded.EmbeddedSettings;
import dev.nacoscapacity.cluster.embedded.http.ServiceTime;
import dev.nacoscapacity.reports.jtl.JtlImport;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The same load by JMeter's closed pool of threads and by the fleet, on stand-ins of known capacity
 * and on ones that stall: all at once, each with a stand-in node of its own, since they leave most
 * of the machine idle.
 */
final class OpenAndClosed {

  /** 8 threads busy for 20 ms each: 400 requests/s. */
  private static final ServiceTime KNOWN = new ServiceTime(Duration.ofMillis(20), 8);

  /** 0.4 requests/s each: 360 requests/s, less than the server can. */
  private static final int INSTANCES = 900;

  /** 6 / 20 ms = 300 requests/s, less than is needed. */
  private static final int FEW = 6;

  private static final int MANY = 100;
  private static final Duration STALL = Duration.ofSeconds(2);

  /**
   * JMeter's window must outlast the fleet's, which begins when every node shows every instance.
   */
  private static final Duration LONGER = Duration.ofMinutes(5);

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path root;
  private final Path directory;
  private final Duration window;

  /** One tool on its stand-in. */
  private record Run(String name, EmbeddedCluster standIn, PinnedProcess process, Path result) {}

  /** What a tool says of its beats and lists. */
  record Told(String who, RunRecord run) {

    OperationResult beats() {
      return operation("beat");
    }

    private OperationResult operation(String name) {
      OperationResult operation = run.operations().get(name);
      if (operation == null) {
        throw new MeasureException(
            who + " made no " + name + " in its window: the machine is too busy to measure on");
      }
      return operation;
    }

    double perSecond(Counted counted) {
      long all = 0;
      for (String name : List.of("beat", "list")) {
        all += counted.of(operation(name));
      }
      return all / run.windowSeconds();
    }
  }

  /** A count of an operation. */
  interface Counted {
    long of(OperationResult operation);
  }

  /**
   * @param root of this project
   * @param window that is judged of each run
   */
  OpenAndClosed(Path root, Path directory, Duration window) {
    this.root = root;
    this.directory = directory;
    this.window = window;
  }

  /**
   * Runs all.
   *
   * @return by the experiment, {@code capacity} and {@code stall}
   */
  Map<String, List<Told>> run() throws IOException, InterruptedException {
    List<Run> capacity = new ArrayList<>();
    List<Run> stall = new ArrayList<>();
    try {
      capacity.add(jmeter("JMeter, " + FEW + " threads", KNOWN, FEW));
      capacity.add(jmeter("JMeter, " + MANY + " threads", KNOWN, MANY));
      capacity.add(fleet("fleet", KNOWN, "capacity"));
      stall.add(jmeter("JMeter, " + MANY + " threads ", ServiceTime.NONE, MANY));
      stall.add(fleet("fleet ", ServiceTime.NONE, "stall"));
      stallInWindow(stall);
      return Map.of("capacity", told(capacity), "stall", told(stall));
    } finally {
      for (Run run : concat(capacity, stall)) {
        run.process().close();
        run.standIn().close();
      }
    }
  }

  private static List<Run> concat(List<Run> one, List<Run> other) {
    List<Run> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  /** Once the fleet's window is open; JMeter's outlasts it. */
  private void stallInWindow(List<Run> runs) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Path fleet = runs.get(1).result();
    while (!measures(fleet)) {
      if (System.nanoTime() > deadline || !runs.get(1).process().isAlive()) {
        throw new MeasureException("the fleet's window did not begin; see fleet-.log");
      }
      Thread.sleep(200);
    }
    Thread.sleep(window.toMillis() / 4);
    System.err.println("stalling the servers for " + STALL.toSeconds() + " s");
    List<EmbeddedNode> nodes = runs.stream().map(run -> run.standIn().node(0)).toList();
    nodes.forEach(EmbeddedNode::pause);
    Thread.sleep(STALL.toMillis());
    nodes.forEach(EmbeddedNode::resume);
  }

  private static boolean measures(Path folder) {
    try {
      return RunFolder.open(folder).events().stream()
          .anyMatch(
              event ->
                  event.kind().equals(Event.PHASE)
                      && Phases.MEASURE.equals(event.fields().get("phase")));
    } catch (RecordException e) {
      return false;
    }
  }

  private List<Told> told(List<Run> runs) throws InterruptedException {
    List<Told> told = new ArrayList<>();
    // The fleets, which come last, end by themselves; a JMeter that goes on writes what it has.
    runs.get(runs.size() - 1).process().awaitEnd(PATIENCE);
    for (Run run : runs) {
      run.process().endWithin(SOON);
      RunRecord record =
          run.result().toString().endsWith(".jtl")
              ? new JtlImport(run.result(), new Tool("why-both", null, null))
                  .into(run.result().resolveSibling(run.result().getFileName() + ".run"))
              : RunFolder.open(run.result()).run();
      told.add(new Told(run.name().strip(), record));
    }
    return told;
  }

  private static EmbeddedCluster standIn(ServiceTime limits) {
    EmbeddedCluster cluster =
        new EmbeddedCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 1),
            EmbeddedSettings.defaults().withFreePorts().withLimits(limits));
    cluster.start();
    return cluster;
  }

  private static String address(EmbeddedCluster cluster) {
    return "127.0.0.1:" + cluster.node(0).http().getPort();
  }

  private Run jmeter(String name, ServiceTime limits, int threads) throws IOException {
    EmbeddedCluster standIn = standIn(limits);
    Path jtl = Files.createTempDirectory(directory, "jmeter").resolve("out.jtl");
    Path plans = root.resolve("jmeter-plans");
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx512m"));
    command.addAll(
        List.of("-jar", plans.resolve("jmeter/target/jmeter/bin/ApacheJMeter.jar").toString()));
    command.addAll(List.of("-n", "-t", plans.resolve("registry-http.jmx").toString()));
    command.addAll(List.of("-l", jtl.toString(), "-j", jtl + ".log"));
    command.addAll(List.of("-Jservers=" + address(standIn), "-Jmix=published", "-Jforce=true"));
    command.addAll(List.of("-Jinstances=" + INSTANCES, "-Jthreads=" + threads));
    command.addAll(
        List.of(
            "-Jlisteners=0",
            "-Jscrape=0",
            "-Jramp=5",
            "-Jwarmup=" + (limits == ServiceTime.NONE ? 2 : 15)));
    command.add(
        "-Jduration="
            + (window.toSeconds() + (limits == ServiceTime.NONE ? LONGER.toSeconds() : 0)));
    return new Run(name, standIn, start(name, command), jtl);
  }

  private Run fleet(String name, ServiceTime limits, String folder) throws IOException {
    EmbeddedCluster standIn = standIn(limits);
    Path out = Files.createTempDirectory(directory, "fleet").resolve(folder);
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx128m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.nacoscapacity.simulator.cli.SimulatorMain");
    command.addAll(List.of("--target", address(standIn), "--list", "5s", "--scrape", "0s"));
    command.addAll(List.of("--instances", Integer.toString(INSTANCES), "--connections", "100"));
    command.addAll(List.of("--ramp", "5s", "--warmup", "5s", "--out", out.toString()));
    command.addAll(List.of("--duration", window.toSeconds() + "s"));
    return new Run(name, standIn, start(name, command), out);
  }

  private PinnedProcess start(String name, List<String> command) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    return PinnedProcess.start(name, "0-" + (cores - 1), directory, command);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
