package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import dev.nacoscapacity.simulator.client.http.HttpWire;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

/** The fleet's HTTP driver on one event loop, for one server on 127.0.0.1. */
final class Loopback {

  /** The fleet of calls that no schedule makes. */
  static final Fleet FLEET = new Fleet(new Population(35_000, 400, "bench", "public", Shard.WHOLE));

  private Loopback() {}

  static EventLoop newEventLoop() {
    return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
  }

  /** Initializes each channel's pipeline. */
  static ChannelInitializer<Channel> pipeline(Consumer<ChannelPipeline> handlers) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        handlers.accept(channel.pipeline());
      }
    };
  }

  /** What a driver or a loop asks of a workload. */
  static Workload workload(Clients clients, Timing timing) {
    return new Workload(
        new Population(1, 1, "bench", "capacity", Shard.WHOLE), clients, timing, 1, 1);
  }

  /** A driver with the timeouts of a 1.4.2 client, without pushes and tokens. */
  static HttpDriver newDriver(
      EventLoop loop, Fleet fleet, int port, int connections, CallListener listener) {
    HttpSettings settings =
        new HttpSettings(
            workload(HttpClients.USUAL, Timing.USUAL),
            null,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            connections);
    List<InetSocketAddress> servers = List.of(new InetSocketAddress("127.0.0.1", port));
    return HttpWire.driver(loop, fleet, settings, servers, client -> null, 1, listener);
  }
}
