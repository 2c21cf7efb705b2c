package dev.nacoscapacity.cluster.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real clients of a real HTTP server, through a layer-7 proxy. */
@Timeout(300)
class HttpProxyIT {

  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final int MUCH = 512 << 20;

  private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong sent = new AtomicLong();
  private final CountDownLatch arrival = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private ExecutorService workers;
  private HttpServer server;

  @BeforeEach
  void open() throws IOException {
    workers = Executors.newCachedThreadPool();
    server = HttpServer.create(ANY, 0);
    server.setExecutor(workers);
    server.createContext("/echo", this::echo);
    server.createContext("/much", this::sendMuch);
    server.createContext("/held", this::hold);
    server.start();
  }

  @AfterEach
  void close() {
    released.countDown();
    server.stop(0);
    workers.shutdownNow();
  }

  private void echo(HttpExchange exchange) throws IOException {
    connections.add(exchange.getRemoteAddress());
    byte[] body = exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void sendMuch(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] chunk = new byte[64 << 10];
    try (OutputStream out = exchange.getResponseBody()) {
      while (sent.get() < MUCH) {
        out.write(chunk);
        sent.addAndGet(chunk.length);
      }
    }
  }

  /** Answers when the test is over. */
  private void hold(HttpExchange exchange) throws IOException {
    arrival.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private HttpProxy proxy(HttpProxySettings settings) {
    return new HttpProxy(ANY, server.getAddress(), settings);
  }

  private static URI uri(HttpProxy proxy, String path) {
    return URI.create("http://127.0.0.1:" + proxy.address().getPort() + path);
  }

  static Stream<HttpProxySettings> kinds() {
    ProxySettings wire = ProxySettings.DEFAULT;
    HttpProxySettings http = HttpProxySettings.DEFAULT;
    return Stream.of(
        http,
        http.withAggregate(1 << 20),
        http.withWire(wire.withModel(ThreadModel.SAME_LOOP, 2).withBuffers(Buffers.UNPOOLED)),
        http.withWire(wire.withModel(ThreadModel.SHARED_GROUP, 2).withBuffers(Buffers.ADAPTIVE)),
        http.withWire(wire.withModel(ThreadModel.SEPARATE_GROUPS, 2)),
        http.withWire(wire.withModel(ThreadModel.SEPARATE_GROUPS, 2)).withAggregate(1 << 20));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldPassManyRequestsOverFewConnectionsWhateverTheThreads(HttpProxySettings settings) {
    byte[] body = new byte[300_000];
    body[299_999] = 'z';
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    try (HttpProxy proxy = proxy(settings.withConnections(100, 4))) {
      HttpRequest request =
          HttpRequest.newBuilder(uri(proxy, "/echo")).PUT(BodyPublishers.ofByteArray(body)).build();
      Stream<CompletableFuture<HttpResponse<byte[]>>> answers =
          IntStream.range(0, 40)
              .mapToObj(i -> client.sendAsync(request, BodyHandlers.ofByteArray()));

      assertThat(answers.toList())
          .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo(body));
      assertThat(connections).hasSizeLessThanOrEqualTo(4);
      assertThat(proxy.connections()).isPositive();
    }
  }

  @Test
  void shouldRefuseABodyAboveTheLimitOfAggregation() throws Exception {
    try (HttpProxy proxy = proxy(HttpProxySettings.DEFAULT.withAggregate(1000))) {
      HttpRequest request =
          HttpRequest.newBuilder(uri(proxy, "/echo"))
              .PUT(BodyPublishers.ofByteArray(new byte[1001]))
              .build();
      assertThat(status(request)).isEqualTo(413);
      assertThat(status(HttpRequest.newBuilder(uri(proxy, "/much")).build())).isEqualTo(502);
    }
  }

  private static int status(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void shouldNotReadAheadOfASlowClient() throws Exception {
    try (HttpProxy proxy = proxy(HttpProxySettings.DEFAULT);
        Socket slow = new Socket()) {
      slow.setReceiveBufferSize(64 << 10);
      slow.connect(proxy.address());
      ask(slow, "/much");
      assertThat(slow.getInputStream().read()).isEqualTo('H');

      long stopped = sentWhenItStops();

      assertThat(stopped).isLessThan(MUCH / 8);
      assertThat(drain(slow.getInputStream(), stopped)).isGreaterThan(stopped);
    }
  }

  private static void ask(Socket socket, String path) throws IOException {
    socket
        .getOutputStream()
        .write(
            ("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** How much the server could send until reading stopped. */
  private long sentWhenItStops() {
    AtomicLong last = new AtomicLong(-1);
    await()
        .pollInterval(Duration.ofMillis(500))
        .atMost(Duration.ofSeconds(120))
        .until(() -> last.getAndSet(sent.get()) == sent.get());
    return sent.get();
  }

  private static long drain(InputStream in, long least) throws IOException {
    byte[] buffer = new byte[64 << 10];
    long read = 0;
    while (read <= least) {
      int more = in.read(buffer);
      assertThat(more).isPositive();
      read += more;
    }
    return read;
  }

  @Test
  void shouldLeaveConnectionsBeyondTheLimitInTheBacklog() throws Exception {
    try (HttpProxy proxy = proxy(HttpProxySettings.DEFAULT.withConnections(1, 1));
        Socket waiting = new Socket()) {
      try (Socket first = new Socket()) {
        first.connect(proxy.address());
        awaitConnection(proxy);
        waiting.connect(proxy.address());
        ask(waiting, "/echo");
        ask(first, "/echo");
        assertThat(first.getInputStream().read()).isEqualTo('H');
        assertThat(proxy.connections()).isEqualTo(1);
      }
      assertThat(waiting.getInputStream().read()).isEqualTo('H');
    }
  }

  private static void awaitConnection(HttpProxy proxy) {
    await().atMost(Duration.ofSeconds(60)).until(() -> proxy.connections() == 1);
  }

  @Test
  void shouldAnswer502WhenNobodyListensBehind() throws Exception {
    try (HttpProxy proxy = proxy(HttpProxySettings.DEFAULT)) {
      server.stop(0);
      assertThat(status(HttpRequest.newBuilder(uri(proxy, "/echo")).build())).isEqualTo(502);
    }
  }

  @Test
  void shouldEndEveryConnectionWithoutBlamingTheNodeWhenClosed() throws Exception {
    HttpProxy proxy = proxy(HttpProxySettings.DEFAULT);
    try (Socket socket = new Socket()) {
      socket.connect(proxy.address());
      ask(socket, "/held");
      arrival.await();

      proxy.close();

      socket.setSoTimeout(60_000);
      assertThat(endOf(socket)).isTrue();
      try (Socket late = new Socket()) {
        assertThatThrownBy(() -> late.connect(proxy.address())).isInstanceOf(IOException.class);
      }
    }
  }

  private static boolean endOf(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void shouldNameThePortWhenItIsTaken() {
    try (HttpProxy proxy = proxy(HttpProxySettings.DEFAULT)) {
      assertThatThrownBy(() -> new HttpProxy(proxy.address(), ANY, HttpProxySettings.DEFAULT))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("port " + proxy.address().getPort());
    }
  }
}
