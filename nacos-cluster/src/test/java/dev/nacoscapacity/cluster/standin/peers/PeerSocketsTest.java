package dev.nacoscapacity.cluster.standin.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.channel.EventLoopGroup;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeerSocketsTest {

  private static final AtomicBoolean READ = new AtomicBoolean();

  private final EventLoopGroup threads = NettyTransport.eventLoops("test", 1);

  /** In our own package, and so of those that a filter by package lets through. */
  private static final class Gadget implements Serializable {
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      READ.set(true);
    }
  }

  @AfterEach
  void stop() {
    threads.shutdownGracefully();
  }

  @Test
  void shouldHangUpAndReadNothingWhenAPeerSendsASerializedObject() throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
    new PeerSockets(threads.next(), 0, List.of(address), new ConfigStore()).open(null);

    try (Socket peer = new Socket(address.getAddress(), address.getPort())) {
      peer.setSoTimeout(30_000);
      DataOutputStream out = new DataOutputStream(peer.getOutputStream());
      byte[] bytes = serialized(new Gadget());
      out.writeInt(bytes.length);
      out.write(bytes);
      out.flush();
      assertThat(peer.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(READ).isFalse();
  }

  private static byte[] serialized(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
