package dev.nacoscapacity.bench;

import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.wire.http.HttpDriver;
import dev.nacoscapacity.simulator.wire.http.HttpSettings;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import java.util.List;

/** The fleet's own HTTP driver in a closed loop on one event loop. */
final class GeneratorLoop {

  static final Fleet FLEET = new Fleet(35_000, 400, "bench", Shard.WHOLE);

  private GeneratorLoop() {}

  /**
   * Runs until it is killed.
   *
   * @param args the server's port, the number of connections, the operation
   */
  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    EventLoop eventLoop = newEventLoop();
    ClosedLoop calls = new ClosedLoop(FLEET, Operation.valueOf(args[2]));
    HttpDriver driver = newDriver(eventLoop, port, connections, calls);
    eventLoop.execute(() -> calls.start(driver, connections));
  }

  static EventLoop newEventLoop() {
    return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
  }

  static HttpDriver newDriver(
      EventLoop eventLoop, int port, int connections, CallListener listener) {
    HttpSettings settings = Loopback.settings(connections);
    return new HttpDriver(
        eventLoop, FLEET, settings, List.of(Loopback.server(port)), client -> null, 1, listener);
  }
}
