package dev.nacoscapacity.bench;

import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.grpc.ClientTokens;
import dev.nacoscapacity.simulator.client.grpc.GrpcDriver;
import dev.nacoscapacity.simulator.client.grpc.GrpcSettings;
import dev.nacoscapacity.simulator.client.grpc.NettyLinks;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.LoopSettings;
import dev.nacoscapacity.simulator.engine.NettyDrivers;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.run.Observation;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.RegistryView;
import dev.nacoscapacity.simulator.workload.Fleet;
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
final class PacedFleet implements AutoCloseable {

  /** Instances of every service; a list of this many hosts is about 22 KB over HTTP. */
  static final int INSTANCES_PER_SERVICE = 88;

  /** The one server. */
  static final List<String> NODES = List.of("server");

  private static final int REGISTERING_OVER_GRPC = 512;

  /** Rate of registrations over gRPC; over HTTP they go as fast as they are answered. */
  private static final double ADMISSIONS_PER_SECOND = 2000;

  private final int instances;
  private final boolean grpc;
  private final Engine engine;
  private final ExecutorService parser = Observation.parser();
  private final RegistryView view;

  /** Creates the driver of the fleet. */
  interface DriverFactory {
    Driver create(Fleet fleet, EventLoop eventLoop, CallListener listener);
  }

  private static final GrpcClients GRPC =
      new GrpcClients(ClientModel.POLLING, 0, ConfigConnections.SERVICE, Duration.ofSeconds(30));

  /**
   * The periods of an instance's calls; zero for none.
   *
   * @param beats over gRPC the idle time before a health check
   */
  record CallPeriods(Duration beats, Duration lists) {

    /** The periods of real clients. */
    static final CallPeriods REAL = new CallPeriods(Duration.ofSeconds(5), Duration.ofSeconds(10));

    private Timing timing() {
      return Timing.USUAL
          .withBeat(beats)
          .withList(lists)
          .withListen(Duration.ZERO)
          .withScrape(Duration.ZERO);
    }
  }

  private PacedFleet(
      int instances, CallPeriods periods, int registering, boolean grpc, DriverFactory drivers) {
    this.instances = instances;
    this.grpc = grpc;
    Fleet fleet =
        new Fleet(
            new Population(
                instances, instances / INSTANCES_PER_SERVICE, "bench", "public", Shard.WHOLE));
    LoopSettings settings =
        new LoopSettings(
            Loopback.workload(grpc ? GRPC : HttpClients.USUAL, periods.timing()),
            NODES.size(),
            registering,
            grpc ? ADMISSIONS_PER_SECOND : Integer.MAX_VALUE,
            LoopSettings.Reads.UNBOUNDED);
    Progress silent = Progress.all(List.of());
    view = new RegistryView(fleet, 1, GracePeriods.DEFAULT, System.nanoTime());
    Observation observation =
        new Observation(view, Tokens.shared(), silent, System::nanoTime, parser);
    NettyDrivers netty =
        new NettyDrivers(
            1, (eventLoop, loop, listener) -> drivers.create(fleet, eventLoop, listener));
    engine = new Engine(NODES, fleet, settings, netty, observation, System::nanoTime);
  }

  /**
   * A fleet over HTTP.
   *
   * @param instances a multiple of {@link #INSTANCES_PER_SERVICE}, otherwise some services have one
   *     more
   */
  static PacedFleet http(
      int connections, int instances, CallPeriods periods, DriverFactory drivers) {
    return new PacedFleet(instances, periods, connections, false, drivers);
  }

  /** A fleet over HTTP against the server on a port, with a limit on connections. */
  static PacedFleet http(int port, int connections, int instances, CallPeriods periods) {
    return http(
        connections,
        instances,
        periods,
        (fleet, eventLoop, listener) ->
            Loopback.newDriver(eventLoop, fleet, port, connections, listener));
  }

  /** A fleet over gRPC against the server on a port, a connection for each instance. */
  static PacedFleet grpc(int port, int instances, CallPeriods periods) {
    // When one address has too few ports, further connections come from other addresses.
    GrpcSettings settings =
        new GrpcSettings(
            Loopback.workload(GRPC, periods.timing()),
            "127.0.0.1",
            ResourceRequirement.PORTS_PER_SOURCE,
            Reach.USUAL);
    return new PacedFleet(
        instances,
        periods,
        REGISTERING_OVER_GRPC,
        true,
        (fleet, eventLoop, listener) ->
            new GrpcDriver(
                settings,
                new NettyLinks(
                    eventLoop, fleet, settings, List.of(new InetSocketAddress("127.0.0.1", port))),
                new ClientTokens(client -> null, (token, client) -> {}),
                // For logins, scrapes and sweeps, which this fleet does not make.
                Loopback.newDriver(eventLoop, fleet, port, 1, listener),
                1,
                listener));
  }

  /** Registers every instance and starts their periodic calls; returns when all are registered. */
  void start() throws InterruptedException {
    if (grpc) {
      // The calls of a client open its connection.
      engine.startLoad();
    }
    engine.ramp(Operation.REGISTER, Duration.ZERO);
    while (!engine.rampState().finished()) {
      Thread.sleep(10);
    }
    engine.endRamp();
    if (!grpc) {
      engine.startLoad();
    }
    while (grpc && engine.connections() < instances) {
      second();
    }
    engine.takeSecond();
  }

  /** Waits a second, and returns the figures since the last call of this method. */
  RunStats second() throws InterruptedException {
    Thread.sleep(1000);
    RunStats second = engine.takeSecond();
    view.tick(System.nanoTime(), second);
    return second;
  }

  /** The figures of several seconds. */
  RunStats seconds(int count) throws InterruptedException {
    RunStats all = new RunStats(NODES);
    for (int i = 0; i < count; i++) {
      all.append(second());
    }
    return all;
  }

  @Override
  public void close() {
    engine.close();
    parser.shutdownNow();
  }
}
