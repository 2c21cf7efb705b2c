package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.observe.proc.WatchedNode;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import sun.misc.Signal;

/** Runs a shard of a fleet as the parent orders, and tells it how it goes. */
final class Worker {

  private static final int OK = 0;
  private static final int FAILED = 2;

  private final WorkerAssignment order;
  private final BufferedReader fromParent;
  private final PrintStream toParent;
  private final StopSignal stop = new StopSignal();
  private final ParentScenario scenario;
  private final WorkerBarrier gate = new WorkerBarrier(this::say);

  Worker(WorkerAssignment order, BufferedReader fromParent, PrintStream toParent) {
    this.order = order;
    this.scenario = new ParentScenario(order.mayBreakNodes());
    this.fromParent = fromParent;
    this.toParent = toParent;
  }

  /** Returns the exit code. */
  int run() {
    Signal.handle(
        new Signal("TERM"),
        signal -> stop.stop(StopSignal.Cause.INTERRUPTED, "a worker was ended by SIGTERM"));
    Thread listener = new Thread(this::listen, "parent");
    listener.setDaemon(true);
    listener.start();
    try {
      load();
      say(new WorkerMessage.Done());
      return OK;
    } catch (SocketException e) {
      say(
          new WorkerMessage.Failed(
              "no way to " + order.nodes().get(0).host() + ": " + e.getMessage()));
    } catch (RecordException e) {
      say(new WorkerMessage.Failed(e.getMessage()));
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      say(new WorkerMessage.Failed("internal error: " + e));
    }
    return FAILED;
  }

  private void load() throws SocketException {
    RunSettings settings = order.settings();
    List<WatchedNode> nodes = nodes();
    int ours =
        Doctor.ofThisMachine().connectionsAtMost(settings.need(nodes.size(), false, false, false));
    int connections = Math.min(ours, order.connections());
    Access access = order.access();
    Tokens tokens =
        access == null
            ? null
            : access.tokens(
                settings.clients().loginEach(), settings.fleet().size(), System.nanoTime());
    RunRecord begun =
        RunRecord.builder(
                order.tool(), Instant.now(), order.target(), settings.workload(), order.machine())
            .build();
    try (Recorder recorder = Recorder.open(order.folder(), begun)) {
      FleetRun fleet =
          new FleetRun(
              settings,
              nodes,
              tokens,
              access == null ? null : access.credentials(),
              order.limits(),
              stop,
              new ProgressToParent(stop, this::say),
              scenario);
      recorder.finish(fleet.inStepWith(gate).within(connections, false).run(begun, recorder));
    }
  }

  /** Where the parent says; a local cluster's nodes have processes here, which are looked at. */
  private List<WatchedNode> nodes() {
    Map<String, Node> ours =
        order.target().kind().equals(Target.LOCAL)
            ? LocalClusters.here(progress -> {}).find().map(Cluster::nodes).stream()
                .flatMap(List::stream)
                .collect(Collectors.toMap(Node::name, Function.identity()))
            : Map.of();
    return order.nodes().stream()
        .map(
            node ->
                new WatchedNode(
                    node.name(),
                    new InetSocketAddress(node.host(), node.port()),
                    ours.containsKey(node.name())
                        ? ours.get(node.name())::pid
                        : OptionalLong::empty))
        .toList();
  }

  private synchronized void say(WorkerMessage word) {
    toParent.println(MessageLines.line(word));
  }

  /** Heeds the parent until it is gone. */
  private void listen() {
    boolean told = false;
    try {
      for (String line; (line = fromParent.readLine()) != null; ) {
        WorkerMessage word = MessageLines.parse(line);
        if (word instanceof WorkerMessage.Go go) {
          gate.open(go);
        } else if (word instanceof WorkerMessage.Over) {
          scenario.endWindow();
        } else if (word instanceof WorkerMessage.Stop request) {
          told = true;
          stop.stop(request.cause(), request.reason());
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("the parent cannot be understood: " + e.getMessage());
    }
    if (told) {
      // It did not wait for the end it had asked for: it was told to end at once.
      Runtime.getRuntime().halt(FAILED);
    }
    stop.stop(StopSignal.Cause.INTERRUPTED, "the process that started this worker is gone");
  }
}
