package dev.nacoscapacity.cluster.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients of an echo server see through a proxy. */
@Timeout(300)
class TcpProxyIT {

  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final long MUCH = 2L << 30;

  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void open() throws IOException {
    echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread server = new Thread(this::serve, "echo");
    server.setDaemon(true);
    server.start();
    proxy = new TcpProxy(ANY, (InetSocketAddress) echo.getLocalSocketAddress());
  }

  private void serve() {
    while (true) {
      try {
        Socket socket = echo.accept();
        Thread each =
            new Thread(
                () -> {
                  try (socket) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                  } catch (IOException e) {
                    // The client has gone.
                  }
                });
        each.setDaemon(true);
        each.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    echo.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(90_000);
    socket.connect(proxy.address(), 5_000);
    return socket;
  }

  private static void say(Socket socket, String word) throws IOException {
    socket.getOutputStream().write(word.getBytes());
  }

  private static String hear(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length));
  }

  @Test
  void shouldPassBytesBothWaysAndTheEndOfTheStream() throws IOException {
    byte[] much = new byte[3_000_000];
    Arrays.fill(much, (byte) 'x');
    try (Socket socket = connect()) {
      Thread writer =
          new Thread(
              () -> {
                try {
                  socket.getOutputStream().write(much);
                } catch (IOException e) {
                  // The reader below misses it.
                }
              });
      writer.start();
      assertThat(socket.getInputStream().readNBytes(much.length)).isEqualTo(much);
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> proxy.connections() == 0);
  }

  /**
   * The echo stops reading when its answers are not read; then no data may accumulate in between.
   */
  @Test
  void shouldNotReadAheadOfAClientThatTakesNothing() throws IOException, InterruptedException {
    byte[] chunk = new byte[64 << 10];
    AtomicLong sent = new AtomicLong();
    try (Socket socket = connect()) {
      Thread writer =
          new Thread(
              () -> {
                try {
                  while (sent.addAndGet(chunk.length) < MUCH) {
                    socket.getOutputStream().write(chunk);
                  }
                } catch (IOException e) {
                  // The test is over.
                }
              });
      writer.start();
      AtomicLong last = new AtomicLong(-1);
      await()
          .pollInterval(Duration.ofMillis(500))
          .atMost(Duration.ofSeconds(120))
          .until(() -> last.getAndSet(sent.get()) == sent.get());

      // The kernel's buffers alone may hold more than 100 MiB.
      assertThat(sent.get()).isLessThan(MUCH / 8);
    }
  }

  @Test
  void shouldDelayEachDirection() throws IOException {
    proxy.conditions(NetworkConditions.slow(Duration.ofMillis(100)));
    try (Socket socket = connect()) {
      long begin = System.nanoTime();
      say(socket, "hello");
      assertThat(hear(socket, 5)).isEqualTo("hello");
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(199));
    }
  }

  @Test
  void shouldDeliverWhatWasSentBeforeTheEndHoweverLate() throws IOException {
    try (Socket socket = connect()) {
      say(socket, "a");
      assertThat(hear(socket, 1)).isEqualTo("a");
      proxy.conditions(NetworkConditions.slow(Duration.ofMillis(200)));
      say(socket, "bye");
      socket.shutdownOutput();
      assertThat(hear(socket, 3)).isEqualTo("bye");
    }
  }

  /** All that it sent, and the end, may be here before the node is reached. */
  @Test
  void shouldPassOnWhatAClientSentThatEndedAtOnce() throws IOException {
    for (int i = 0; i < 100; i++) {
      try (Socket socket = connect()) {
        say(socket, "bye");
        socket.shutdownOutput();
        assertThat(new String(socket.getInputStream().readAllBytes())).isEqualTo("bye");
      }
    }
  }

  @Test
  void shouldSendAtOnceWhatASlowLinkHeldWhenTheConditionsAreNormalAgain() throws IOException {
    proxy.conditions(NetworkConditions.slow(Duration.ofMinutes(1)));
    try (Socket socket = connect()) {
      say(socket, "hello");
      await().during(Duration.ofMillis(300)).until(() -> socket.getInputStream().available() == 0);

      proxy.conditions(NetworkConditions.NORMAL);

      socket.setSoTimeout(5_000);
      assertThat(hear(socket, 5)).isEqualTo("hello");
    }
  }

  @Test
  void shouldAcceptAndStaySilentAsABlackHoleAndGoOnAfterwards() throws IOException {
    try (Socket before = connect()) {
      say(before, "a");
      assertThat(hear(before, 1)).isEqualTo("a");
      proxy.conditions(NetworkConditions.BLACKHOLE);
      say(before, "held");
      try (Socket during = connect()) {
        say(during, "too");
        during.setSoTimeout(200);
        assertThatThrownBy(() -> hear(during, 3)).isInstanceOf(SocketTimeoutException.class);
      }
      proxy.conditions(NetworkConditions.NORMAL);
      assertThat(hear(before, 4)).isEqualTo("held");
    }
  }

  @Test
  void shouldResetWhatExistsAndWhatComes() throws IOException {
    try (Socket before = connect()) {
      say(before, "a");
      assertThat(hear(before, 1)).isEqualTo("a");
      proxy.conditions(NetworkConditions.RESET);
      assertThatThrownBy(() -> hear(before, 1)).isInstanceOf(SocketException.class);
    }
    assertThatThrownBy(this::askOnce).isInstanceOf(SocketException.class);
  }

  @Test
  void shouldResetAClientWhenNobodyListensBehind() throws IOException {
    proxy.close();
    // None that Linux gives to outgoing connections: the proxy's own might come to be at both ends.
    proxy = new TcpProxy(ANY, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    assertThatThrownBy(this::askOnce).isInstanceOf(SocketException.class);
  }

  private void askOnce() throws IOException {
    try (Socket socket = connect()) {
      say(socket, "a");
      hear(socket, 1);
    }
  }
}
