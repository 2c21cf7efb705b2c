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

/** The fleet's drivers on one event loop against the one server there is, on 127.0.0.1. */
public final class Loopback {

  /** What calls over HTTP, where all instances share the connections. */
  public static final Fleet FLEET = new Fleet(35_000, 400, "bench", Shard.WHOLE);

  private Loopback() {}

  public static EventLoop newEventLoop() {
    return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
  }

  /** A driver with at most so many connections. */
  public static HttpDriver newDriver(
      EventLoop eventLoop, int port, int connections, CallListener listener) {
    return newDriver(eventLoop, port, connections, null, listener);
  }

  /** The same with a token in each call; null for none. */
  public static HttpDriver newDriver(
      EventLoop eventLoop, int port, int connections, String token, CallListener listener) {
    HttpSettings settings = settings(connections);
    return HttpWire.driver(
        eventLoop, FLEET, settings, List.of(server(port)), client -> token, 1, listener);
  }

  /** The server on a port. */
  public static InetSocketAddress server(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }

  /**
   * A 2.x client's times, without auth; more connections than ports come from other addresses.
   *
   * @param idle after so long a connection is checked
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

  /** A 1.4.2 client's times, without auth and pushes. */
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
