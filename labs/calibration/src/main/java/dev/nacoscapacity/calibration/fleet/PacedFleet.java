package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.grpc.GrpcDriver;
import dev.nacoscapacity.simulator.client.http.HttpWire;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.LoopSettings;
import dev.nacoscapacity.simulator.engine.NettyDrivers;
import dev.nacoscapacity.simulator.run.Observation;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * The engine of a run on one event loop against one server, including schedule, expected state,
 * view of the registry and recorder. Only a measurement of the real engine is meaningful. For one
 * thread.
 */
public final class PacedFleet implements AutoCloseable {

  /** Instances of every service; a list of this many hosts is about 22 KB over HTTP. */
  public static final int INSTANCES_PER_SERVICE = 88;

  /** The one server. */
  public static final List<String> NODES = List.of("server");

  private static final int REGISTERING_OVER_GRPC = 512;

  /** Rate of registrations over gRPC; over HTTP they go as fast as they are answered. */
  private static final double ADMISSIONS_PER_SECOND = 2000;

  private final int instances;
  private final boolean grpc;
  private final Engine engine;
  private final ExecutorService parser = Observation.parser();
  private final Observation observation;

  /** Creates the driver of the fleet. */
  public interface DriverFactory {
    Driver create(Fleet fleet, EventLoop eventLoop, CallListener listener);
  }

  /**
   * The periods of an instance's calls.
   *
   * @param beats period of beats; over gRPC the idle time before a health check; zero for none
   * @param lists period of lists; zero for none
   */
  public record Periods(Duration beats, Duration lists) {

    /** The periods of real clients. */
    public static final Periods REAL = new Periods(Duration.ofSeconds(5), Duration.ofSeconds(10));
  }

  /**
   * @param instances a multiple of {@link #INSTANCES_PER_SERVICE}, otherwise some services have one
   *     more
   */
  public PacedFleet(
      int instances,
      Periods periods,
      int registrationsUnderWay,
      boolean grpc,
      DriverFactory drivers) {
    this.instances = instances;
    this.grpc = grpc;
    Fleet fleet = new Fleet(instances, instances / INSTANCES_PER_SERVICE, "bench", Shard.WHOLE);
    LoopSettings settings =
        new LoopSettings(
            periods.beats.toNanos(),
            periods.lists.toNanos(),
            0,
            0,
            Phase.SPREAD,
            NODES.size(),
            registrationsUnderWay,
            grpc ? ADMISSIONS_PER_SECOND : Integer.MAX_VALUE,
            1,
            LoopSettings.Reads.UNBOUNDED,
            grpc ? new LoopSettings.Grpc(null, periods.lists.toNanos(), 0, false, 0) : null,
            List.of());
    observation =
        new Observation(
            fleet,
            NODES.size(),
            GracePeriods.DEFAULT,
            null,
            Progress.all(List.of()),
            System::nanoTime,
            parser);
    engine =
        new Engine(
            NODES,
            fleet,
            settings,
            new NettyDrivers(
                1, (eventLoop, loop, listener) -> drivers.create(fleet, eventLoop, listener)),
            observation,
            System::nanoTime);
  }

  /** A fleet over HTTP against the server on a port, with a limit on connections. */
  public static PacedFleet http(int port, int connections, int instances, Periods periods) {
    return new PacedFleet(
        instances,
        periods,
        connections,
        false,
        (fleet, eventLoop, listener) -> http(port, connections, fleet, eventLoop, listener));
  }

  /** A fleet over gRPC against the server on a port, a connection for each instance. */
  public static PacedFleet grpc(int port, int instances, Periods periods) {
    List<InetSocketAddress> servers = List.of(Loopback.server(port));
    return new PacedFleet(
        instances,
        periods,
        REGISTERING_OVER_GRPC,
        true,
        (fleet, eventLoop, listener) ->
            new GrpcDriver(
                eventLoop,
                fleet,
                Loopback.grpcSettings(periods.beats),
                servers,
                client -> null,
                (token, client) -> {},
                // The driver for logins, scrapes and sweeps, which this fleet does not make.
                http(port, 1, fleet, eventLoop, listener),
                1,
                listener));
  }

  private static Driver http(
      int port, int connections, Fleet fleet, EventLoop eventLoop, CallListener listener) {
    return HttpWire.driver(
        eventLoop,
        fleet,
        Loopback.settings(connections),
        List.of(Loopback.server(port)),
        client -> null,
        1,
        listener);
  }

  /** Registers every instance and starts their periodic calls; returns when all are registered. */
  public void start() throws InterruptedException {
    if (grpc) {
      // The calls of a client open its connection.
      engine.startLoad();
    }
    engine.rollOut(Operation.REGISTER, Duration.ZERO);
    while (!engine.rolloutState().finished()) {
      Thread.sleep(10);
    }
    engine.endRollout();
    if (!grpc) {
      engine.startLoad();
    }
    while (grpc && engine.connections() < instances) {
      second();
    }
    engine.takeSecond();
  }

  /** Waits a second, and returns the figures since the last call of this method. */
  public RunStats second() throws InterruptedException {
    Thread.sleep(1000);
    RunStats second = engine.takeSecond();
    observation.view().tick(System.nanoTime(), second);
    return second;
  }

  @Override
  public void close() {
    engine.close();
    parser.shutdownNow();
  }
}
