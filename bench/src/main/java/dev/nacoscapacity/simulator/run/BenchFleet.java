package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.truth.Limits;
import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;
import java.time.Duration;

/**
 * A fleet on one event loop at the real rates (a beat each 5 s, a list each 10 s), with its ledger
 * and its view of the registry. It lies in the simulator's package since the engine is open to
 * nobody else, and a benchmark of anything but the real engine would prove nothing.
 */
final class BenchFleet implements AutoCloseable {

  private static final Duration LISTS = Duration.ofSeconds(10);
  private static final int INSTANCES_PER_SERVICE = 88;
  private static final int NODES = 1;
  private static final double ADMISSIONS_PER_SECOND = 2000;

  private final Engine engine;
  private final Observation observation;

  /** Makes the fleet's driver. */
  interface DriverFactory {
    Driver create(Fleet fleet, EventLoop eventLoop, CallListener listener);
  }

  /** Over HTTP, or with no wire at all. */
  BenchFleet(int instances, int registrationsUnderWay, DriverFactory drivers) {
    this(instances, registrationsUnderWay, LISTS, null, drivers);
  }

  /**
   * @param lists from one list of an instance to its next; zero for none
   * @param grpc what only gRPC has; null over HTTP
   */
  BenchFleet(
      int instances,
      int registrationsUnderWay,
      Duration lists,
      LoopSettings.Grpc grpc,
      DriverFactory drivers) {
    Fleet fleet = new Fleet(instances, instances / INSTANCES_PER_SERVICE, "bench", Shard.WHOLE);
    LoopSettings settings =
        new LoopSettings(
            Duration.ofSeconds(5).toNanos(),
            lists.toNanos(),
            0,
            0,
            Phase.SPREAD,
            NODES,
            registrationsUnderWay,
            ADMISSIONS_PER_SECOND,
            1,
            grpc);
    observation = new Observation(fleet, NODES, Limits.DEFAULT, null, null, message -> {});
    engine =
        new Engine(
            fleet,
            1,
            settings,
            (eventLoop, loop, listener) -> drivers.create(fleet, eventLoop, listener),
            observation);
  }

  /** As {@link #start}, but the turns come first: a gRPC fleet's clients stand on them. */
  void startTurnsFirst() throws InterruptedException {
    engine.startTurns();
    register();
  }

  /** Registers every instance, then starts beats and lists. */
  void start() throws InterruptedException {
    register();
    engine.startTurns();
    engine.takeSecond();
  }

  int connections() {
    return engine.connections();
  }

  private void register() throws InterruptedException {
    engine.rollOut(Operation.REGISTER, Duration.ZERO);
    while (!engine.rolloutState().finished()) {
      Thread.sleep(10);
    }
    engine.endRollout();
  }

  /** Lets a second pass and tells what the fleet did in it. */
  Tally second() throws InterruptedException {
    Thread.sleep(1000);
    observation.view().tick(System.nanoTime());
    return engine.takeSecond();
  }

  @Override
  public void close() {
    engine.close();
    observation.close();
  }
}
