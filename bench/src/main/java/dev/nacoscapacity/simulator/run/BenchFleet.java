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

  private static final int INSTANCES_PER_SERVICE = 88;
  private static final int NODES = 1;

  private final Engine engine;
  private final Observation observation;

  /** Makes the fleet's driver. */
  interface DriverFactory {
    Driver create(Fleet fleet, EventLoop eventLoop, CallListener listener);
  }

  BenchFleet(int instances, int registrationsUnderWay, DriverFactory drivers) {
    Fleet fleet = new Fleet(instances, instances / INSTANCES_PER_SERVICE, "bench", Shard.WHOLE);
    LoopSettings settings =
        new LoopSettings(
            Duration.ofSeconds(5).toNanos(),
            Duration.ofSeconds(10).toNanos(),
            0,
            0,
            Phase.SPREAD,
            NODES,
            registrationsUnderWay,
            1);
    observation = new Observation(fleet, NODES, Limits.DEFAULT, null, null, message -> {});
    engine =
        new Engine(
            fleet,
            1,
            settings,
            (eventLoop, loop, listener) -> drivers.create(fleet, eventLoop, listener),
            observation);
  }

  /** Registers every instance, then starts beats and lists. */
  void start() throws InterruptedException {
    engine.rollOut(Operation.REGISTER, Duration.ZERO);
    while (!engine.rolloutState().finished()) {
      Thread.sleep(10);
    }
    engine.endRollout();
    engine.startTurns();
    engine.takeSecond();
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
