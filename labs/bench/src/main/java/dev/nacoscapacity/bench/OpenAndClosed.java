package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.calibration.harness.MeasureException;
import dev.nacoscapacity.calibration.harness.Peer;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInNode;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.ServiceTime;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.reports.jtl.JtlImport;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Runs the same load with JMeter's closed pool of threads and with the fleet, on stand-ins of known
 * capacity and on stand-ins that stall. All runs go on at the same time, each with a stand-in node
 * of its own, since they leave most of the machine idle.
 *
 * @param windowSeconds the measurement window of each run
 */
record OpenAndClosed(Path directory, int windowSeconds) {

  /** 8 threads busy for 20 ms each: 400 requests/s. */
  private static final ServiceTime KNOWN = new ServiceTime(Duration.ofMillis(20), 8);

  /** 0.4 requests/s each: 360 requests/s, below the capacity of the server. */
  private static final int INSTANCES = 900;

  /** 6 / 20 ms = 300 requests/s, below the required rate. */
  private static final int FEW = 6;

  private static final int MANY = 100;
  private static final int STALL_MILLIS = 2_000;

  /**
   * JMeter's window must outlast the fleet's, which begins when every node shows every instance.
   */
  private static final int TIMEOUT_SECONDS = 300;

  private static final int SOON_SECONDS = 20;

  /** The run of one tool on its stand-in. */
  private record Run(String name, StandInCluster standIn, Peer process, Path result) {}

  /** The figures that a tool reports for its beats and lists. */
  record ToolResult(String tool, RunRecord run) {

    OperationResult beats() {
      return operation("beat");
    }

    private OperationResult operation(String name) {
      OperationResult operation = run.operations().get(name);
      if (operation == null) {
        throw new MeasureException(
            tool + " made no " + name + " in its window: the machine is too busy to measure on");
      }
      return operation;
    }

    double perSecond(ToLongFunction<OperationResult> count) {
      return Stream.of("beat", "list").map(this::operation).mapToLong(count).sum()
          / run.windowSeconds();
    }
  }

  /**
   * Makes all runs.
   *
   * @return results by experiment: {@code capacity} and {@code stall}
   */
  Map<String, List<ToolResult>> run() throws IOException, InterruptedException {
    List<Run> capacity = new ArrayList<>();
    List<Run> stall = new ArrayList<>();
    try {
      capacity.add(jmeter("JMeter, " + FEW + " threads", KNOWN, FEW));
      capacity.add(jmeter("JMeter, " + MANY + " threads", KNOWN, MANY));
      capacity.add(fleet(KNOWN));
      stall.add(jmeter("JMeter, " + MANY + " threads", ServiceTime.NONE, MANY));
      stall.add(fleet(ServiceTime.NONE));
      stallInWindow(stall);
      return Map.of("capacity", results(capacity), "stall", results(stall));
    } finally {
      for (Run run : Stream.of(capacity, stall).flatMap(List::stream).toList()) {
        run.process().close();
        run.standIn().close();
      }
    }
  }

  /** Stalls the nodes in the fleet's window; JMeter's window outlasts the fleet's. */
  private void stallInWindow(List<Run> runs) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    Run fleet = runs.get(1);
    while (!measures(fleet.result())) {
      if (System.nanoTime() > deadline || !fleet.process().process().isAlive()) {
        throw new MeasureException("the fleet's window did not begin; see stall-fleet.log");
      }
      Thread.sleep(200);
    }
    Thread.sleep(windowSeconds * 250L);
    System.err.println("stalling the servers");
    List<StandInNode> nodes = runs.stream().map(run -> run.standIn().node(0)).toList();
    nodes.forEach(StandInNode::pause);
    Thread.sleep(STALL_MILLIS);
    nodes.forEach(StandInNode::resume);
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

  /**
   * The fleet, which is last, ends by itself; a JMeter that still runs is stopped and writes its
   * results.
   */
  private static List<ToolResult> results(List<Run> runs) throws InterruptedException {
    Run fleet = runs.get(runs.size() - 1);
    if (!fleet.process().process().waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new MeasureException(fleet.name() + " did not end");
    }
    List<ToolResult> results = new ArrayList<>();
    for (Run run : runs) {
      Process process = run.process().process();
      if (!process.waitFor(SOON_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        process.waitFor();
      }
      RunRecord record =
          run.result().toString().endsWith(".jtl")
              ? new JtlImport(run.result(), new Tool("why-both", null, null))
                  .into(run.result().resolveSibling(run.result().getFileName() + ".run"))
              : RunFolder.open(run.result()).run();
      results.add(new ToolResult(run.name(), record));
    }
    return results;
  }

  private static StandInCluster standIn(ServiceTime limits) {
    StandInCluster cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 1),
            StandInSettings.defaults().withFreePorts().withLimits(limits));
    cluster.start();
    return cluster;
  }

  private static String address(StandInCluster cluster) {
    return "127.0.0.1:" + cluster.node(0).http().getPort();
  }

  private Run jmeter(String name, ServiceTime limits, int threads) throws IOException {
    StandInCluster standIn = standIn(limits);
    boolean stalls = limits == ServiceTime.NONE;
    Path jtl = Files.createTempDirectory(directory, "jmeter").resolve("out.jtl");
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA.toString(), "-Xmx512m"));
    Path jmeter = BenchCommand.jmeter();
    Path plan = BenchCommand.home("jmeter-plans/registry-http.jmx");
    command.addAll(List.of("-jar", jmeter.toString(), "-n", "-t", plan.toString()));
    command.addAll(List.of("-l", jtl.toString(), "-j", jtl + ".log"));
    command.addAll(List.of("-Jservers=" + address(standIn), "-Jmix=published", "-Jforce=true"));
    command.addAll(List.of("-Jinstances=" + INSTANCES, "-Jthreads=" + threads));
    command.addAll(List.of("-Jlisteners=0", "-Jscrape=0", "-Jramp=5"));
    command.add("-Jwarmup=" + (stalls ? 2 : 15));
    command.add("-Jduration=" + (windowSeconds + (stalls ? TIMEOUT_SECONDS : 0)));
    return new Run(name, standIn, start(limits, name, command), jtl);
  }

  private Run fleet(ServiceTime limits) throws IOException {
    StandInCluster standIn = standIn(limits);
    Path out = Files.createTempDirectory(directory, "fleet").resolve("run");
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--target", address(standIn), "--list", "5s", "--scrape", "0s"));
    options.addAll(List.of("--instances", Integer.toString(INSTANCES), "--connections", "100"));
    options.addAll(List.of("--ramp", "5s", "--warmup", "5s", "--out", out.toString()));
    options.addAll(List.of("--duration", windowSeconds + "s"));
    List<String> command =
        Jvm.own("-Xmx128m").command(SimulatorMain.class, options.toArray(String[]::new));
    return new Run("fleet", standIn, start(limits, "fleet", command), out);
  }

  private Peer start(ServiceTime limits, String name, List<String> command) throws IOException {
    String cores = "0-" + (Runtime.getRuntime().availableProcessors() - 1);
    String experiment = limits == ServiceTime.NONE ? "stall " : "capacity ";
    return Peer.start(experiment + name, cores, directory, command);
  }
}
