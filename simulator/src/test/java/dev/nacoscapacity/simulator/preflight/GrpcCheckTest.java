package dev.nacoscapacity.simulator.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.reach.Reach;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node says whose gRPC port is not as it should be. */
@Timeout(60)
class GrpcCheckTest {

  /** The HTTP port of a node on whose gRPC port, 1001, nothing listens. */
  private static final int CLOSED = 1;

  private ServerSocket port;

  @BeforeEach
  void listen() throws IOException {
    port = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    port.close();
  }

  private int http() {
    return port.getLocalPort() - GrpcPorts.client(0);
  }

  private static String problem(int http, Duration timeout, String version) {
    InetSocketAddress node = new InetSocketAddress(InetAddress.getLoopbackAddress(), http);
    String problem =
        new GrpcCheck(Reach.USUAL, false, timeout).problem(node, Set.of(version)).orElseThrow();
    return problem.replace("127.0.0.1", "localhost");
  }

  @Test
  void shouldNameThePortWhenItIsClosed() {
    assertThat(problem(CLOSED, Duration.ofSeconds(30), "2.2.4"))
        .isEqualTo(
            "localhost:1 answers over HTTP, but its gRPC port 1001 (HTTP port + 1000) cannot be"
                + " connected to: open it, name another with --grpc-port-offset, or use --protocol"
                + " http");
  }

  @Test
  void shouldSayThatA14ServerHasNoGrpc() {
    assertThat(problem(CLOSED, Duration.ofSeconds(30), "1.4.1"))
        .isEqualTo(
            "localhost:1 is Nacos 1.4.1, which has no gRPC: use --protocol http, or a 2.x server");
  }

  @Test
  void shouldNotCallAStandInWithAnotherGrpcPortANacosWithoutGrpc() {
    assertThat(problem(CLOSED, Duration.ofSeconds(30), "embedded"))
        .contains("its gRPC port 1001 (HTTP port + 1000) cannot be connected to");
  }

  @Test
  void shouldAskAHostWhoseNameIsNoHostNameOfAUrl() throws UnknownHostException {
    InetAddress named =
        InetAddress.getByAddress("nacos_1", InetAddress.getLoopbackAddress().getAddress());

    assertThat(
            new GrpcCheck(Reach.USUAL, false, Duration.ofSeconds(30))
                .problem(new InetSocketAddress(named, CLOSED), Set.of("2.2.4")))
        .hasValueSatisfying(text -> assertThat(text).contains("nacos_1:1 answers", "port 1001"));
  }

  @Test
  void shouldSayWhenNoGrpcPortCanBe() {
    assertThat(problem(65000, Duration.ofSeconds(30), "2.2.4"))
        .isEqualTo(
            "localhost:65000 can have no gRPC port 66000 (HTTP port + 1000): name its distance with"
                + " --grpc-port-offset, or use --protocol http");
  }

  @Test
  void shouldNotWaitForEverForAServerThatAcceptsAndNeverAnswers() {
    assertThat(problem(http(), Duration.ofSeconds(1), "2.2.4"))
        .endsWith("does not answer a server check within 1 s: look at the node's logs");
  }

  @Test
  void shouldNameTheProtocolWhenAGatewayPassesHttp1Only() {
    Thread other = new Thread(this::answerAsAWebServer, "web-server");
    other.setDaemon(true);
    other.start();

    assertThat(problem(http(), Duration.ofSeconds(30), "2.2.4"))
        .endsWith("answers HTTP/1.1: a gateway there must pass HTTP/2, or use --protocol http");
  }

  private void answerAsAWebServer() {
    try (Socket client = port.accept()) {
      byte[] answer =
          "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII);
      client.getOutputStream().write(answer);
      client.getOutputStream().flush();
      client.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
