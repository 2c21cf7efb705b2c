package dev.nacoscapacity.simulator.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsEndpointTest {

  private final SessionMetrics metrics = new SessionMetrics();
  private URI url;

  @BeforeEach
  void open() throws IOException {
    url = URI.create(metrics.serve(loopback(0), Optional.empty()));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void shouldServeTheFormatThatPrometheusReads() throws Exception {
    metrics.begin("run", 1, Map.of());

    HttpResponse<String> answer = get();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    assertThat(answer.body()).contains("# TYPE nacos_capacity_fleet_instances gauge");
  }

  @Test
  void shouldForgetTheLastRunWhenAnotherBegins() throws Exception {
    RunStats nothing = new RunStats(List.of());
    metrics
        .begin("run", 1, Map.of())
        .orElseThrow()
        .second(new RunSecond(1, "ramp", 0, 0, 77, 0, nothing));
    metrics.begin("run", 1, Map.of());

    assertThat(get().body()).doesNotContain("nacos_capacity_fleet_instances 77.0");
  }

  @Test
  void shouldRefuseAPortThatIsInUse() {
    try (SessionMetrics second = new SessionMetrics()) {
      assertThatThrownBy(() -> second.serve(loopback(url.getPort()), Optional.empty()))
          .isInstanceOf(BindException.class);
    }
  }

  @Test
  void shouldAnswerOnlyToItsOwnHostName() throws IOException {
    metrics.begin("run", 1, Map.of());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket
          .getOutputStream()
          .write("GET /metrics HTTP/1.0\r\nHost: evil.example\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .contains(" 421 ")
          .doesNotContain("nacos_capacity");
    }
  }

  @Test
  void shouldKeepTheResultsOfRunsThatAreOver() throws Exception {
    metrics.begin("01-200", 1, Map.of());
    metrics.over("01-200", 200, "PASS");
    metrics.begin("02-400", 1, Map.of());

    assertThat(get().body())
        .contains("nacos_capacity_run_instances{run=\"01-200\",verdict=\"PASS\"} 200.0")
        .contains("nacos_capacity_run_info{run=\"02-400\"} 1.0")
        .doesNotContain("run_info{run=\"01-200\"}");
  }

  @Test
  void shouldRequireTheTokenWhenThereIsOne() throws Exception {
    try (SessionMetrics guarded = new SessionMetrics()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(guarded.serve(loopback(0), Optional.of("s3cret"))));
      guarded.begin("run", 1, Map.of());
      HttpClient client = HttpClient.newHttpClient();

      HttpResponse<String> without = client.send(request.build(), BodyHandlers.ofString());
      HttpResponse<String> with =
          client.send(
              request.header("Authorization", "Bearer s3cret").build(), BodyHandlers.ofString());

      assertThat(without.statusCode()).isEqualTo(401);
      assertThat(without.body()).isEmpty();
      assertThat(with.statusCode()).isEqualTo(200);
    }
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private HttpResponse<String> get() throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
  }
}
