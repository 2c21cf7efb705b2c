package dev.nacoscapacity.cluster.standin.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.registry.Network.Failure;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkTest {

  private final EventLoopGroup threads = NettyTransport.eventLoops("test", 1);

  @AfterEach
  void stop() {
    threads.shutdownGracefully();
  }

  @Test
  void shouldConnectAgainAfterACallWithoutAnAnswer() throws IOException {
    CompletableFuture<Failure> failure = new CompletableFuture<>();
    try (ServerSocket peer = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      peer.setSoTimeout(60_000);
      EventLoop thread = threads.next();
      Link link = new Link(thread, (InetSocketAddress) peer.getLocalSocketAddress());
      Duration timeout = Duration.ofMillis(20);
      thread.execute(
          () -> link.send(PeerRequest.ALL_CONFIGS, timeout, answer -> {}, failure::complete));

      try (Socket first = peer.accept()) {
        assertThat(failure).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(Failure.SILENT);
        thread.execute(
            () -> link.send(PeerRequest.ALL_CONFIGS, timeout, answer -> {}, other -> {}));
        try (Socket second = peer.accept()) {
          assertThat(second.getPort()).isNotEqualTo(first.getPort());
        }
      }
    }
  }

  @Test
  void shouldFailTheCallWhenItsAnswerCannotBeRead() throws IOException {
    CompletableFuture<Failure> failure = new CompletableFuture<>();
    try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      peer.setSoTimeout(60_000);
      EventLoop thread = threads.next();
      Link link = new Link(thread, (InetSocketAddress) peer.getLocalSocketAddress());
      thread.execute(
          () ->
              link.send(
                  PeerRequest.ALL_CONFIGS, Duration.ofHours(1), answer -> {}, failure::complete));

      try (Socket socket = peer.accept()) {
        socket.setSoTimeout(60_000);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readInt();
        long id = in.readLong();
        byte[] nonsense = "{".getBytes(UTF_8);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(Long.BYTES + nonsense.length);
        out.writeLong(id);
        out.write(nonsense);

        assertThat(failure).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(Failure.REFUSED);
      }
    }
  }
}
