package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Opens the connections of one event loop; holds the settings and buffers that they share. */
public final class HttpWire implements NodeConnections {

  /** Most list answers (88 hosts, 22 KB) arrive in one read. */
  private static final int RECEIVE_BYTES = 32 * 1024;

  final EventLoop eventLoop;
  private final List<InetSocketAddress> servers;
  private final HttpParts writer;
  final Fleet fleet;
  final HttpSettings settings;
  final CallListener listener;
  private final Bootstrap bootstrap;

  /** By server; null for plaintext. */
  private final SslContext[] tls;

  /** Received bytes are copied here, since the JIT compiles array access best. */
  final byte[] scratch = new byte[RECEIVE_BYTES];

  private HttpWire(
      EventLoop eventLoop,
      List<InetSocketAddress> servers,
      HttpParts writer,
      Fleet fleet,
      HttpSettings settings,
      CallListener listener) {
    this.eventLoop = eventLoop;
    this.servers = servers;
    this.writer = writer;
    this.fleet = fleet;
    this.settings = settings;
    this.listener = listener;
    this.tls = new SslContext[servers.size()];
    Reach reach = settings.reach();
    Arrays.setAll(tls, i -> reach.http(reach.isEntry(i, servers.size())).orElse(null));
    this.bootstrap =
        new Bootstrap()
            .group(eventLoop)
            .channel(NettyTransport.socket())
            .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
            .option(ChannelOption.TCP_NODELAY, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                Math.toIntExact(settings.workload().clients().connectTimeout().toMillis()));
  }

  /**
   * Creates a driver that calls over sockets on an event loop.
   *
   * @param servers the nodes in the order of the client's configuration, then the entry points
   * @param tokens returns a client's access token by its number, or null while it has none
   * @param seed for the choice of servers and the request ids
   */
  public static HttpDriver driver(
      EventLoop eventLoop,
      Fleet fleet,
      HttpSettings settings,
      List<InetSocketAddress> servers,
      IntFunction<String> tokens,
      long seed,
      CallListener listener) {
    HttpParts writer = new HttpParts(fleet, settings, tokens, servers, ~seed);
    HttpWire wire = new HttpWire(eventLoop, servers, writer, fleet, settings, listener);
    return new HttpDriver(servers.size(), fleet, settings, wire, seed, listener);
  }

  @Override
  public HttpConnection open(NodePool pool, int server, Call first) {
    return new HttpConnection(pool, this, servers.get(server), tls(server), first);
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  /** The TLS handler for a new connection to a server; null for plaintext. */
  private SslHandler tls(int server) {
    if (tls[server] == null) {
      return null;
    }
    InetSocketAddress address = servers.get(server);
    SslHandler handler =
        tls[server].newHandler(
            PooledByteBufAllocator.DEFAULT, address.getHostString(), address.getPort());
    handler.setHandshakeTimeoutMillis(settings.workload().clients().connectTimeout().toMillis());
    return handler;
  }

  Bootstrap bootstrap() {
    return bootstrap.clone(eventLoop);
  }

  /** Runs a task on the event loop; immediately when called on its thread. */
  void onEventLoop(Runnable task) {
    if (eventLoop.inEventLoop()) {
      task.run();
    } else {
      eventLoop.execute(task);
    }
  }

  ByteBuf encode(Call call, ByteBufAllocator allocator) {
    ByteBuf request = allocator.directBuffer(1024);
    writer.write(call, request);
    return request;
  }
}
