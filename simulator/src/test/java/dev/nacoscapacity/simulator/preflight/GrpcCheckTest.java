package dev.nacoscapacity.simulator.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.simulator.client.http.ScriptedServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node says whose gRPC port is not as it should be. */
@Timeout(60)
class GrpcCheckTest {

  /** The HTTP port of a node on whose gRPC port, 1001, nothing listens. */
  private static final int CLOSED = 1;

  private static String problem(int http, Duration timeout, String version) {
    InetSocketAddress node = new InetSocketAddress(InetAddress.getLoopbackAddress(), http);
    String problem =
        new GrpcCheck(Reach.USUAL, false, timeout).problem(node, Set.of(version)).orElseThrow();
    return problem.replace("127.0.0.1", "localhost");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2.2.4, gRPC port 1001, --grpc-port-offset",
    "1, embedded, gRPC port 1001, --grpc-port-offset",
    "1, 1.4.1, has no gRPC, --protocol http",
    "65000, 2.2.4, gRPC port 66000, --grpc-port-offset"
  })
  void shouldSayWhyThereIsNoGrpcAndWhatHelps(int http, String version, String why, String option) {
    assertThat(problem(http, Duration.ofSeconds(30), version))
        .startsWith("localhost:" + http)
        .contains(why, option);
  }

  @Test
  void shouldCallAHostWhoseNameNoUrlMayHave() throws UnknownHostException {
    InetAddress named =
        InetAddress.getByAddress("nacos_1", InetAddress.getLoopbackAddress().getAddress());

    assertThat(
            new GrpcCheck(Reach.USUAL, false, Duration.ofSeconds(30))
                .problem(new InetSocketAddress(named, CLOSED), Set.of("2.2.4")))
        .hasValueSatisfying(text -> assertThat(text).contains("nacos_1:1 answers", "port 1001"));
  }

  @Test
  void shouldNotWaitForeverForAServerThatNeverAnswers() {
    try (ScriptedServer silent = ScriptedServer.silent()) {
      assertThat(problem(http(silent), Duration.ofSeconds(1), "2.2.4"))
          .contains("within 1 s", "logs");
    }
  }

  private static int http(ScriptedServer grpc) {
    return grpc.address().getPort() - GrpcPorts.client(0);
  }

  @Test
  void shouldNameTheProtocolWhenAGatewayPassesHttp1Only() {
    ScriptedServer.Script webServer =
        peer -> {
          peer.read();
          peer.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
          peer.fallSilent();
        };
    try (ScriptedServer gateway = new ScriptedServer(webServer)) {
      assertThat(problem(http(gateway), Duration.ofSeconds(30), "2.2.4"))
          .contains("HTTP/1.1", "gateway", "--protocol http");
    }
  }
}
