package dev.nacoscapacity.cluster.standin.peers;

import com.fasterxml.jackson.databind.JavaType;
import dev.nacoscapacity.cluster.standin.config.ConfigChange;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.Network;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Connects a node with a process of its own to the other nodes: their calls go over sockets. All of
 * it runs on the node's thread.
 */
public final class PeerSockets implements Network {

  private static final Duration CONFIG_TIMEOUT = Duration.ofSeconds(5);
  private static final JavaType CALL = MessageCodec.type(PeerRequest.class);

  private final EventLoop thread;
  private final int self;
  private final List<InetSocketAddress> addresses;
  private final ConfigStore configs;
  private final List<Link> links = new ArrayList<>();
  private NamingNode node;

  /**
   * @param addresses where each node listens to the others, in the cluster's order
   */
  public PeerSockets(
      EventLoop thread, int self, List<InetSocketAddress> addresses, ConfigStore configs) {
    this.thread = thread;
    this.self = self;
    this.addresses = addresses;
    this.configs = configs;
    addresses.forEach(address -> links.add(new Link(thread, address)));
  }

  /**
   * Listens to the others from now on, and exchanges configurations with them.
   *
   * @throws BindException if the port is taken
   */
  public void open(NamingNode naming) throws BindException {
    node = naming;
    ServerBootstrap server =
        new ServerBootstrap()
            .group(thread)
            .channel(NettyTransport.serverSocket())
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    MessageCodec.addTo(channel.pipeline());
                    channel.pipeline().addLast(new Calls());
                  }
                });
    NettyTransport.bind(server, addresses.get(self), "between nodes");
    configs.onWrite(change -> thread.execute(() -> sendToAll(change)));
    thread.execute(() -> loadConfigs(0, false));
  }

  private void sendToAll(ConfigChange change) {
    for (int member = 0; member < links.size(); member++) {
      if (member != self) {
        send(member, change);
      }
    }
  }

  /**
   * Sends a change. A node that is cut off gets what is current once it answers again; one that is
   * dead asks for all when it starts.
   */
  private void send(int member, ConfigChange change) {
    links
        .get(member)
        .send(
            new PeerRequest(null, change),
            CONFIG_TIMEOUT,
            answer -> {},
            failure -> {
              if (failure == Failure.SILENT) {
                thread.schedule(
                    () -> send(member, configs.current(change.key())), 1, TimeUnit.SECONDS);
              }
            });
  }

  /**
   * Asks the nodes for their configurations, one after the other, until one answers.
   *
   * @param silent whether a node asked before did not answer, and may have configurations
   */
  private void loadConfigs(int member, boolean silent) {
    if (member == self) {
      loadConfigs(member + 1, silent);
    } else if (member < links.size()) {
      links
          .get(member)
          .send(
              PeerRequest.ALL_CONFIGS,
              CONFIG_TIMEOUT,
              all -> List.of((ConfigChange[]) all).forEach(configs::take),
              failure -> loadConfigs(member + 1, silent || failure == Failure.SILENT));
    } else if (silent) {
      thread.schedule(() -> loadConfigs(0, false), 1, TimeUnit.SECONDS);
    }
  }

  @Override
  public <A> void send(
      Loop sender,
      int to,
      Duration timeout,
      PeerCall<A> call,
      Consumer<A> answered,
      Consumer<Failure> failed) {
    @SuppressWarnings("unchecked") // The type of an answer is declared by its call.
    Consumer<Object> typed = answer -> answered.accept((A) answer);
    // Later, since neither consumer may be called before this method has returned.
    sender.execute(() -> links.get(to).send(new PeerRequest(call, null), timeout, typed, failed));
  }

  private Object answer(PeerRequest call) {
    if (call.naming() != null) {
      return call.naming().at(node);
    }
    if (call.change() != null) {
      configs.take(call.change());
      return true;
    }
    return configs.all();
  }

  private final class Calls extends SimpleChannelInboundHandler<ByteBuf> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) throws IOException {
      long id = message.readLong();
      PeerRequest call = MessageCodec.read(message, CALL);
      context.writeAndFlush(MessageCodec.write(context.alloc(), id, answer(call)));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close(); // The other node died, or is not a node of this cluster.
    }
  }
}
