package dev.nacoscapacity.cluster.standin.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.DownRule;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.LocalNetwork;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.Network.Failure;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.cluster.transport.LoopThread;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeerChannelsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ServiceKey ORDERS = new ServiceKey("public", "DEFAULT_GROUP@@orders");
  private static final Writes.Beat BEAT =
      new Writes.Beat(ORDERS, new InstanceKey("198.18.0.1", 80, "DEFAULT"), null);

  private final EventLoopGroup threads = NettyTransport.eventLoops("test", 1);
  private final EventLoop thread = threads.next();
  private final Loop loop = Loop.on(new LoopThread(thread), System::currentTimeMillis);
  private final InetSocketAddress own = free();
  private InetSocketAddress peer = free();

  @AfterEach
  void stop() {
    threads.shutdownGracefully();
  }

  private PeerChannels channels() {
    return new PeerChannels(thread, 0, List.of(own, peer), new ConfigStore());
  }

  private CompletableFuture<Object> beat(PeerChannels channels, Duration timeout) {
    CompletableFuture<Object> outcome = new CompletableFuture<>();
    channels.send(loop, 1, timeout, BEAT, outcome::complete, outcome::complete);
    return outcome;
  }

  @Test
  void shouldBeRefusedUntilThePeerListens() throws IOException {
    PeerChannels channels = channels();
    assertThat(beat(channels, PATIENCE)).succeedsWithin(PATIENCE).isEqualTo(Failure.REFUSED);

    new PeerChannels(thread, 1, List.of(own, peer), new ConfigStore()).open(node());

    assertThat(beat(channels, PATIENCE))
        .succeedsWithin(PATIENCE)
        .isEqualTo(NamingNode.UNKNOWN_INSTANCE);
  }

  private NamingNode node() {
    return new NamingNode(
        new NodeLoop(loop),
        new LocalNetwork(1),
        new Members(0, List.of("127.0.0.1:8848"), DownRule.REFUSED),
        Duration.ZERO);
  }

  @Test
  void shouldConnectAnewAfterACallWithoutAnAnswer() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      silent.setSoTimeout((int) PATIENCE.toMillis());
      peer = (InetSocketAddress) silent.getLocalSocketAddress();
      PeerChannels channels = channels();
      CompletableFuture<Object> outcome = beat(channels, Duration.ofMillis(200));
      try (Socket first = silent.accept()) {
        assertThat(outcome).succeedsWithin(PATIENCE).isEqualTo(Failure.SILENT);
        beat(channels, PATIENCE);
        try (Socket second = silent.accept()) {
          assertThat(second.getPort()).isNotEqualTo(first.getPort());
        }
      }
    }
  }

  private static InetSocketAddress free() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return (InetSocketAddress) free.getLocalSocketAddress();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
