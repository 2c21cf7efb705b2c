package dev.nacoscapacity.cluster.standin.peers;

import com.fasterxml.jackson.databind.JavaType;
import dev.nacoscapacity.cluster.standin.registry.Network.Failure;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * This node's calls to one other node, over one connection that is opened when it is needed. When
 * it breaks or cannot be opened, its calls fail as {@link Failure#REFUSED}. A connection on which a
 * call had no answer in time is closed, and its other calls fail alike: TCP would be silent on it
 * for up to minutes after a partition. Confined to the node's thread.
 */
final class Link {

  /**
   * A call without an answer so far.
   *
   * @param on the connection over which it was sent
   */
  private record UnansweredRequest(
      ChannelFuture on, JavaType answer, Consumer<Object> answered, Consumer<Failure> failed) {}

  private final EventLoop thread;
  private final InetSocketAddress peer;
  private final Map<Long, UnansweredRequest> pending = new HashMap<>();
  private ChannelFuture connection;
  private long lastId;

  Link(EventLoop thread, InetSocketAddress peer) {
    this.thread = thread;
    this.peer = peer;
  }

  void send(
      PeerRequest call, Duration timeout, Consumer<Object> answered, Consumer<Failure> failed) {
    if (connection == null) {
      connection = connect();
    }
    ChannelFuture used = connection;
    long id = ++lastId;
    pending.put(id, new UnansweredRequest(used, call.answer(), answered, failed));
    // In order, also while the connection is being opened.
    used.addListener(
        opened -> {
          if (opened.isSuccess()) {
            Channel channel = ((ChannelFuture) opened).channel();
            channel.writeAndFlush(MessageCodec.write(channel.alloc(), id, call));
          }
        });
    thread.schedule(
        () -> {
          if (pending.containsKey(id)) {
            used.channel().close();
            broken(used.channel(), Failure.SILENT);
          }
        },
        timeout.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private ChannelFuture connect() {
    ChannelFuture opening =
        new Bootstrap()
            .group(thread)
            .channel(NettyTransport.socket())
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    MessageCodec.addTo(channel.pipeline());
                    channel.pipeline().addLast(new Answers());
                  }
                })
            .connect(peer);
    opening.addListener(
        opened -> {
          if (!opened.isSuccess()) {
            broken(opening.channel(), Failure.REFUSED);
          }
        });
    return opening;
  }

  private void broken(Channel which, Failure failure) {
    if (connection != null && connection.channel() == which) {
      connection = null;
    }
    List<UnansweredRequest> lost = new ArrayList<>();
    pending.values().removeIf(call -> call.on.channel() == which && lost.add(call));
    lost.forEach(each -> each.failed.accept(failure));
  }

  private final class Answers extends SimpleChannelInboundHandler<ByteBuf> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf answer) throws IOException {
      long id = answer.readLong();
      UnansweredRequest call = pending.get(id);
      if (call != null) {
        // An unreadable answer closes the connection, so that all its calls fail.
        Object content = MessageCodec.read(answer, call.answer);
        pending.remove(id);
        call.answered.accept(content);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      broken(context.channel(), Failure.REFUSED);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close(); // The other node died, or is not a node of this cluster.
    }
  }
}
