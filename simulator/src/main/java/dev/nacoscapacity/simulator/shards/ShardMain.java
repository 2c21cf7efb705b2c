package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.NetworkHost;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * The main class of a shard in a child process: reads its start from stdin, runs its part of the
 * fleet, and sends progress and result to the coordinator.
 */
public final class ShardMain {

  /** The file to which messages for the coordinator are written. */
  static final String MESSAGES = "/dev/fd/3";

  private static final int OK = 0;
  private static final int FAILED = 2;

  private final ShardMessage.Start start;
  private final ShardLink link;
  private final StopSignal stop = new StopSignal();
  private final RemoteScenario scenario = new RemoteScenario();
  private final ShardBarrier barrier;
  private volatile boolean stopRequested;

  private ShardMain(ShardMessage.Start start, ShardLink link) {
    this.start = start;
    this.link = link;
    this.barrier = new ShardBarrier(link);
  }

  public static void main(String[] args) {
    Conventions.exit(ShardMain::start);
  }

  private static int start() throws IOException {
    // Ctrl-C reaches the whole process group; the parent decides what happens.
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
    Signal.handle(new Signal("HUP"), SignalHandler.SIG_IGN);
    ShardLink link = new ShardLink(System.in, new FileOutputStream(MESSAGES));
    if (link.receive().orElse(null) instanceof ShardMessage.Start start) {
      return new ShardMain(start, link).run();
    }
    throw new UsageException("this is a part of bin/simulator, which starts it when it needs it");
  }

  /** Returns the exit code. */
  private int run() {
    Signal.handle(
        new Signal("TERM"),
        signal -> stop.stop(StopSignal.Cause.INTERRUPTED, Message.of("stop.worker")));
    link.listen(
        "parent",
        this::handle,
        e -> System.err.println("the parent cannot be understood: " + e.getMessage()),
        this::parentExited);
    FleetSpec fleet = start.fleet();
    try {
      int connections =
          Doctor.ofThisMachine()
              .connectionsAtMost(
                  new LoadFigures(fleet.settings()).need(TargetShape.elsewhere(fleet.called())));
      RunRecord begun =
          RunRecord.builder(null, Instant.now(), null, fleet.settings(), null).build();
      link.send(
          new ShardMessage.Done(
              new FleetRun(
                      fleet.withConnections(Math.min(connections, fleet.connections())),
                      stop,
                      new RemoteProgress(),
                      new NetworkHost(RunClock.system()),
                      scenario,
                      barrier)
                  .run(begun)));
      return OK;
    } catch (SocketException e) {
      String host = fleet.nodes().get(0).name();
      link.send(new ShardMessage.Failed("no way to " + host + ": " + e.getMessage()));
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      link.send(new ShardMessage.Failed("internal error: " + e));
    }
    return FAILED;
  }

  private void handle(ShardMessage message) {
    if (message instanceof ShardMessage.Go go) {
      barrier.release(go);
    } else if (message instanceof ShardMessage.EndWindow) {
      scenario.windowEnded = true;
    } else if (message instanceof ShardMessage.Migrate migrate) {
      scenario.migrate(migrate.share());
    } else if (message instanceof ShardMessage.Stop request) {
      stopRequested = true;
      stop.stop(request.cause(), request.reason());
    }
  }

  private void parentExited() {
    if (stopRequested) {
      // The parent requested an orderly stop but exited before it was complete: a second Ctrl-C
      // killed it.
      Runtime.getRuntime().halt(FAILED);
    }
    stop.stop(StopSignal.Cause.INTERRUPTED, Message.of("stop.orphan"));
  }

  /** Sends the progress of this shard's run, and its request to stop. */
  private final class RemoteProgress implements Progress {

    private boolean stopSent;

    @Override
    public void phase(String name, Duration expected) {
      sendStop();
      link.send(new ShardMessage.Phase(name, expected));
    }

    @Override
    public void second(RunSecond second) {
      sendStop();
      link.send(new ShardMessage.Second(second));
    }

    @Override
    public void note(Message note) {
      link.send(new ShardMessage.Note(note));
    }

    @Override
    public void scraped(int node, String metrics) {
      link.send(new ShardMessage.Scraped(node, metrics));
    }

    /**
     * Sends this shard's stop request, once. The coordinator then stops all shards; its message to
     * this one has no effect.
     */
    private void sendStop() {
      if (!stopSent && stop.request().isPresent()) {
        StopSignal.Request request = stop.request().get();
        link.send(new ShardMessage.Stop(request.cause(), request.reason()));
        stopSent = true;
      }
    }
  }

  /**
   * Stands in for the coordinator's scenario: ends the window and moves clients to gRPC when the
   * coordinator requests it.
   */
  private final class RemoteScenario implements Scenario {

    private volatile boolean windowEnded;
    private Optional<Events> events = Optional.empty();
    private OptionalDouble grpcShare = OptionalDouble.empty();

    /**
     * Sets the share of clients that use gRPC, 0 to 1; a change before the window is deferred to
     * its begin. Called on the thread that receives messages.
     */
    private synchronized void migrate(double share) {
      grpcShare = OptionalDouble.of(share);
      events.ifPresent(run -> run.migrate(share));
    }

    @Override
    public synchronized void begin(Events begun) {
      events = Optional.of(begun);
      grpcShare.ifPresent(begun::migrate);
    }

    @Override
    public boolean over() {
      return windowEnded;
    }

    @Override
    public boolean mayBreakNodes() {
      return start.mayBreakNodes();
    }
  }
}
