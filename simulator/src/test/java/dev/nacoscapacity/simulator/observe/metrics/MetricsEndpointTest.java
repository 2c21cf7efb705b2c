package dev.nacoscapacity.simulator.observe.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.io.IOException;
import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsEndpointTest {

  @Test
  void shouldServeTheFormatThatPrometheusReads() throws Exception {
    try (MetricsEndpoint endpoint = MetricsEndpoint.open(0)) {
      endpoint.metrics(false);

      HttpResponse<String> answer = get(endpoint);

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      assertThat(answer.body()).contains("# TYPE nacos_capacity_fleet_instances gauge");
    }
  }

  @Test
  void shouldForgetTheRunBeforeWhenAnotherBegins() throws Exception {
    try (MetricsEndpoint endpoint = MetricsEndpoint.open(0)) {
      RunStats nothing = new RunStats(List.of());
      endpoint.metrics(false).second(new RunSecond(1, "ramp", 0, 0, 77, 0, nothing));
      endpoint.metrics(false);

      assertThat(get(endpoint).body()).doesNotContain("nacos_capacity_fleet_instances 77.0");
    }
  }

  @Test
  void shouldRefuseAPortThatIsInUse() throws IOException {
    try (MetricsEndpoint first = MetricsEndpoint.open(0)) {
      int port = URI.create(first.url()).getPort();

      assertThatThrownBy(() -> MetricsEndpoint.open(port)).isInstanceOf(BindException.class);
    }
  }

  @Test
  void shouldAnswerToItsOwnNameAlone() throws IOException {
    try (MetricsEndpoint endpoint = MetricsEndpoint.open(0)) {
      endpoint.metrics(false);
      URI url = URI.create(endpoint.url());
      try (Socket socket = new Socket(url.getHost(), url.getPort())) {
        socket
            .getOutputStream()
            .write("GET /metrics HTTP/1.0\r\nHost: evil.example\r\n\r\n".getBytes(US_ASCII));
        assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
            .contains(" 421 ")
            .doesNotContain("nacos_capacity");
      }
    }
  }

  private static HttpResponse<String> get(MetricsEndpoint endpoint)
      throws IOException, InterruptedException, URISyntaxException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(new URI(endpoint.url())).build(), BodyHandlers.ofString());
  }
}
