package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.NetworkHost;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.SocketException;
import java.time.Instant;
import sun.misc.Signal;

/** Runs a part of a fleet, and sends its progress and result to the parent. */
final class Worker {

  private static final int OK = 0;
  private static final int FAILED = 2;

  private final WorkerAssignment assignment;
  private final BufferedReader fromParent;
  private final PrintStream toParent;
  private final StopSignal stop = new StopSignal();
  private final ParentScenario scenario;
  private final WorkerBarrier barrier = new WorkerBarrier(this::send);

  Worker(WorkerAssignment assignment, BufferedReader fromParent, PrintStream toParent) {
    this.assignment = assignment;
    this.scenario = new ParentScenario(assignment.mayBreakNodes());
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
      ShardResult result = load();
      send(new WorkerMessage.Done(result.run(), result.measured()));
      return OK;
    } catch (SocketException e) {
      String host = assignment.fleet().nodes().get(0).name();
      send(new WorkerMessage.Failed("no way to " + host + ": " + e.getMessage()));
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      send(new WorkerMessage.Failed("internal error: " + e));
    }
    return FAILED;
  }

  private ShardResult load() throws SocketException {
    FleetSpec fleet = assignment.fleet();
    int connectionLimit =
        Doctor.ofThisMachine()
            .connectionsAtMost(fleet.settings().need(fleet.called(), false, false, false));
    RunRecord begun =
        RunRecord.builder(null, Instant.now(), null, fleet.settings().workload(), null).build();
    return new FleetRun(
            fleet.withConnections(Math.min(connectionLimit, fleet.connections())),
            stop,
            new ProgressToParent(stop, this::send),
            new NetworkHost(RunClock.system()),
            scenario,
            barrier)
        .run(begun);
  }

  private synchronized void send(WorkerMessage message) {
    toParent.println(message.line());
  }

  /** Handles the parent's messages until the parent exits. */
  private void listen() {
    boolean stopRequested = false;
    try {
      for (String line; (line = fromParent.readLine()) != null; ) {
        WorkerMessage message = WorkerMessage.parse(line);
        if (message instanceof WorkerMessage.Go go) {
          barrier.open(go);
        } else if (message instanceof WorkerMessage.EndWindow) {
          scenario.endWindow();
        } else if (message instanceof WorkerMessage.Migrate migrate) {
          scenario.migrate(migrate.share());
        } else if (message instanceof WorkerMessage.Stop request) {
          stopRequested = true;
          stop.stop(request.cause(), request.reason());
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("the parent cannot be understood: " + e.getMessage());
    }
    if (stopRequested) {
      // The parent requested an orderly stop but exited before it was complete: a second Ctrl-C
      // killed it.
      Runtime.getRuntime().halt(FAILED);
    }
    stop.stop(StopSignal.Cause.INTERRUPTED, "the process that started this worker is gone");
  }
}
