package dev.nacoscapacity.cluster.standin.http;

import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.config.LongPolls;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DatagramPacket;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * The HTTP side of a node from its start to its end: sockets for HTTP and for UDP pushes, all on
 * the node's event loop, and what answers behind them.
 */
public final class HttpServer {

  private static final int BACKLOG = 4_096;

  /** The sockets other than client connections: the listening one and UDP's. */
  private static final int OWN_SOCKETS = 2;

  private final EventLoop thread;
  private final NodeLoop loop;
  private final ConfigStore configs;
  private final Optional<Consumer<RecordedRequest>> recorder;
  private final PushService push;
  private final Api api;
  private final Consumer<ConfigKey> configListener;
  private final ChannelGroup sockets;
  private volatile boolean reading = true;
  private Channel udp;

  /**
   * @param thread the node's
   * @param api to which the calls of a node are added
   * @param grpcConnections how many clients are connected over gRPC, for the scrape
   * @param recorder receives each request before it is answered
   */
  public HttpServer(
      NamingNode node,
      EventLoop thread,
      ConfigStore configs,
      Api api,
      IntSupplier grpcConnections,
      Optional<Consumer<RecordedRequest>> recorder) {
    this.thread = thread;
    this.loop = node.loop();
    this.configs = configs;
    this.recorder = recorder;
    this.sockets = new DefaultChannelGroup(thread, true);
    LongPolls polls = new LongPolls(loop, configs);
    ListApi lists = new ListApi(node);
    this.push = new PushService(loop, lists::pushed, this::send);
    this.api = api;
    new InstanceApi(node).addTo(api);
    lists.addTo(api, push);
    new CatalogApi(node.registry()).addTo(api);
    new ConfigApi(loop, configs, polls).addTo(api);
    new StatusApi(node, configs)
        .addTo(api)
        .gauge("naming", "totalPush", push::pushed)
        .gauge("naming", "failedPush", push::failed)
        .gauge("config", "longPolling", polls::count)
        .gauge("core", "longConnection", grpcConnections::getAsInt)
        .connections(() -> sockets.size() - OWN_SOCKETS);
    this.configListener = key -> loop.execute(() -> polls.changed(key));
    node.registry().onChange(service -> push.changed(service.key()));
  }

  /**
   * Listens from now on.
   *
   * @throws BindException if the port is taken; what is open then has to be closed
   */
  public void open(InetSocketAddress http) throws BindException {
    configs.listen(configListener);
    ServerBootstrap server =
        new ServerBootstrap()
            .group(thread)
            .channel(NettyTransport.serverSocket())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Connections());
    Bootstrap datagrams =
        new Bootstrap()
            .group(thread)
            .channel(NettyTransport.datagramSocket())
            .handler(new Acknowledgements());
    sockets.add(NettyTransport.bind(server, http, "HTTP"));
    udp = NettyTransport.bind(datagrams, new InetSocketAddress(http.getAddress(), 0), "UDP");
    sockets.add(udp);
  }

  private final class Connections extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel connection) {
      sockets.add(connection);
      connection.config().setAutoRead(reading);
      HttpExchange.addTo(connection.pipeline(), HttpServer.this::accept);
    }
  }

  private void accept(HttpExchange exchange) {
    recorder.ifPresent(sink -> sink.accept(exchange.recorded()));
    loop.run(() -> api.handle(exchange));
  }

  /** Sends a datagram; one that cannot be sent is lost, as UDP's are. */
  private void send(InetSocketAddress to, byte[] datagram) {
    udp.writeAndFlush(new DatagramPacket(Unpooled.wrappedBuffer(datagram), to));
  }

  private final class Acknowledgements extends SimpleChannelInboundHandler<DatagramPacket> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
      push.received(packet.sender(), ByteBufUtil.getBytes(packet.content()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // The receiver refused an earlier datagram, which is lost, as any datagram may be.
    }
  }

  /**
   * Resumes or stops reading. While it is stopped, the kernel still accepts connections, but
   * nothing is answered.
   */
  public void reading(boolean on) {
    reading = on;
    sockets.forEach(socket -> socket.config().setAutoRead(on));
  }

  /** Closes every socket, and returns when they are closed. */
  public void close() {
    configs.forget(configListener);
    sockets.close().awaitUninterruptibly();
  }
}
