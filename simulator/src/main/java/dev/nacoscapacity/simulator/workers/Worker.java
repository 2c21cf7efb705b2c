package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.NetworkHost;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sun.misc.Signal;

/** Runs a part of a fleet, and sends its progress and result to the parent. */
final class Worker {

  private static final int OK = 0;
  private static final int FAILED = 2;

  private final WorkerMessage.Assignment assignment;
  private final BufferedReader fromParent;
  private final PrintStream toParent;
  private final StopSignal stop = new StopSignal();
  private final ParentScenario scenario = new ParentScenario();
  private final ParentBarrier barrier = new ParentBarrier();

  Worker(WorkerMessage.Assignment assignment, BufferedReader fromParent, PrintStream toParent) {
    this.assignment = assignment;
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
            .connectionsAtMost(fleet.settings().need(TargetShape.elsewhere(fleet.called())));
    RunRecord begun =
        RunRecord.builder(null, Instant.now(), null, fleet.settings().workload(), null).build();
    return new FleetRun(
            fleet.withConnections(Math.min(connectionLimit, fleet.connections())),
            stop,
            new ProgressToParent(),
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
          barrier.released.put(go.step(), go);
        } else if (message instanceof WorkerMessage.EndWindow) {
          scenario.windowEnded = true;
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

  /** Sends the progress of this worker's run, and its request to stop. */
  private final class ProgressToParent implements Progress {

    private boolean stopSent;

    @Override
    public void phase(String name, Duration expected) {
      sendStop();
      send(new WorkerMessage.Phase(name, expected));
    }

    @Override
    public void second(RunSecond second) {
      sendStop();
      send(
          new WorkerMessage.Second(
              second.phase(),
              second.remainingSeconds(),
              second.completed(),
              second.instances(),
              second.connections(),
              second.stats()));
    }

    @Override
    public void note(String text) {
      send(new WorkerMessage.Note(text));
    }

    @Override
    public void scraped(int node, String metrics) {
      send(new WorkerMessage.Scraped(node, metrics));
    }

    /**
     * Sends this worker's stop request, once. The parent then stops all workers; its message to
     * this one has no effect.
     */
    private void sendStop() {
      if (!stopSent && stop.request().isPresent()) {
        StopSignal.Request request = stop.request().get();
        send(new WorkerMessage.Stop(request.cause(), request.reason()));
        stopSent = true;
      }
    }
  }

  /**
   * Stands in for the parent's scenario: ends the window and moves clients to gRPC when the parent
   * requests it.
   */
  private final class ParentScenario implements Scenario {

    private volatile boolean windowEnded;
    private Events events;
    private Double grpcShare;

    /**
     * Sets the share of clients that use gRPC, 0 to 1; a change before the window is deferred to
     * its begin. Called on the thread that receives the parent's messages.
     */
    private synchronized void migrate(double share) {
      grpcShare = share;
      if (events != null) {
        events.migrate(share);
      }
    }

    @Override
    public synchronized void begin(Events begun) {
      events = begun;
      if (grpcShare != null) {
        events.migrate(grpcShare);
      }
    }

    @Override
    public boolean over() {
      return windowEnded;
    }

    @Override
    public boolean mayBreakNodes() {
      return assignment.mayBreakNodes();
    }
  }

  /** Reports to the parent that this worker has reached a step, and polls for the release. */
  private final class ParentBarrier implements Barrier {

    private final Set<Step> reported = EnumSet.noneOf(Step.class);
    private final Map<Step, WorkerMessage.Go> released = new ConcurrentHashMap<>();

    @Override
    public Optional<Go> pass(Step step, boolean well) {
      if (reported.add(step)) {
        send(new WorkerMessage.Arrived(step, well));
      }
      return Optional.ofNullable(released.get(step))
          .map(go -> new Go(go.well(), nanoTime(go.at())));
    }

    private static long nanoTime(Instant moment) {
      return System.nanoTime() + Duration.between(Instant.now(), moment).toNanos();
    }
  }
}
