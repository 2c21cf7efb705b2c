package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import dev.nacoscapacity.simulator.client.http.HttpSettings;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import java.util.List;

/** The drivers of fleets, on one event loop and against one server. */
public final class Generator {

  /** What calls over HTTP, where all instances share the connections. */
  public static final Fleet FLEET = new Fleet(35_000, 400, "bench", Shard.WHOLE);

  private Generator() {}

  public static EventLoop newEventLoop() {
    return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
  }

  /** A driver with at most so many connections. */
  public static HttpDriver newDriver(
      EventLoop eventLoop, int port, int connections, CallListener listener) {
    HttpSettings settings = Loopback.settings(connections);
    return new HttpDriver(
        eventLoop, FLEET, settings, List.of(Loopback.server(port)), client -> null, 1, listener);
  }
}
