package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.grpc.GrpcSettings;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import dev.nacoscapacity.simulator.client.http.HttpSettings;
import dev.nacoscapacity.simulator.client.http.HttpWire;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Creates the fleet's drivers on one event loop, for one server on 127.0.0.1. */
public final class Loopback {

  /** The fleet of calls over HTTP, where all instances share the connections. */
  public static final Fleet FLEET = new Fleet(35_000, 400, "bench", Shard.WHOLE);

  private Loopback() {}

  public static EventLoop newEventLoop() {
    return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
  }

  /** A driver with a limit on connections. */
  public static HttpDriver newDriver(
      EventLoop eventLoop, int port, int connections, CallListener listener) {
    return newDriver(eventLoop, port, connections, null, listener);
  }

  /** A driver with a limit on connections, and a token in each call; null for no token. */
  public static HttpDriver newDriver(
      EventLoop eventLoop, int port, int connections, String token, CallListener listener) {
    HttpSettings settings = settings(connections);
    return HttpWire.driver(
        eventLoop, FLEET, settings, List.of(server(port)), client -> token, 1, listener);
  }

  /** The address of the server on a port. */
  public static InetSocketAddress server(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }

  /**
   * The timeouts of a 2.x client, without auth. When one address has too few ports, further
   * connections come from other addresses.
   *
   * @param idle time after which an idle connection is checked
   */
  public static GrpcSettings grpcSettings(Duration idle) {
    return new GrpcSettings(
        "capacity",
        idle,
        false,
        Duration.ofSeconds(3),
        Duration.ofSeconds(30),
        "127.0.0.1",
        ResourceRequirement.PORTS_PER_SOURCE);
  }

  /** The timeouts of a 1.4.2 client, without auth and pushes. */
  public static HttpSettings settings(int connections) {
    return new HttpSettings(
        "capacity",
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        connections,
        Duration.ofSeconds(3),
        Duration.ofSeconds(50),
        null,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        0);
  }
}
