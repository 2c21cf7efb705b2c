package dev.nacoscapacity.calibration.payload;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.net.InetSocketAddress;

/** The echo over Netty, on the JDK's selector like MINA. */
final class NettyEcho {

  private NettyEcho() {}

  /** Starts a server, and returns its port. */
  static int open(EchoSetting setting) {
    EventExecutorGroup executor =
        setting.executor() ? new DefaultEventExecutorGroup(EchoSetting.EXECUTOR_THREADS) : null;
    boolean twice = setting.writes() == EchoSetting.Writes.NAGLE_TWICE;
    ServerBootstrap server =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, setting.writes() == EchoSetting.Writes.NO_DELAY)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                setting.adaptive()
                    ? new AdaptiveRecvByteBufAllocator()
                    : new FixedRecvByteBufAllocator(EchoSetting.BUFFER))
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(frames())
                        .addLast(executor, twice ? new EchoTwice() : new Echo());
                  }
                });
    return ((InetSocketAddress)
            server.bind("127.0.0.1", 0).syncUninterruptibly().channel().localAddress())
        .getPort();
  }

  /** Splits received data into messages, including their lengths. */
  static LengthFieldBasedFrameDecoder frames() {
    return new LengthFieldBasedFrameDecoder(
        EchoSetting.LONGEST_MESSAGE, 0, EchoSetting.LENGTH_BYTES);
  }

  private static class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(message, context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // A client is killed after its measurement; its own figures report any other error.
      context.close();
    }
  }

  private static final class EchoTwice extends Echo {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf whole = (ByteBuf) message;
      context.writeAndFlush(whole.readRetainedSlice(EchoSetting.LENGTH_BYTES));
      context.writeAndFlush(whole);
    }
  }
}
