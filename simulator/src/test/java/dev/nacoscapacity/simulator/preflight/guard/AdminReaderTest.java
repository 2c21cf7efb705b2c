package dev.nacoscapacity.simulator.preflight.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader.ReadFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminReaderTest {

  private static final String CATALOGUE =
      """
      {"count":2,"serviceList":[
      {"name":"orders","groupName":"g","ipCount":3,"healthyInstanceCount":2},
      {"name":"pay","groupName":"g","ipCount":1,"healthyInstanceCount":1}]}\
      """;

  private final AtomicReference<String> token = new AtomicReference<>("first");
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        Http.CATALOG_SERVICES,
        exchange -> {
          String header = exchange.getRequestHeaders().getFirst("Authorization");
          boolean authorized = ("Bearer " + token.get()).equals(header);
          byte[] body = (authorized ? CATALOGUE : "no").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(authorized ? 200 : 500, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldCountHealthyInstancesWithTheTokenOfTheMoment() throws ReadFailure {
    AdminReader reader = new AdminReader(Reach.USUAL, Optional.empty(), Optional.of(token::get));
    reader.healthy(server.getAddress(), "dev");
    token.set("second");
    assertThat(reader.healthy(server.getAddress(), "dev"))
        .containsEntry("g@@orders", 2)
        .containsEntry("g@@pay", 1)
        .hasSize(2);
  }

  @Test
  void shouldNameTheNodeWhenItDoesNotTell() {
    AdminReader reader = new AdminReader(Reach.USUAL, Optional.empty(), Optional.empty());
    assertThatThrownBy(() -> reader.healthy(server.getAddress(), "dev"))
        .isInstanceOf(ReadFailure.class)
        .hasMessageContaining("127.0.0.1:" + server.getAddress().getPort());
  }

  /** Services of other groups than the default one would count as lost. */
  @Test
  void shouldTakeNoListOfOneGroupForTheListOfAllThatItReadBefore() throws ReadFailure {
    AdminReader reader = new AdminReader(Reach.USUAL, Optional.empty(), Optional.of(token::get));
    reader.healthy(server.getAddress(), "dev");
    gatewayAnswers(403);
    answers(Http.SERVICE_LIST, "{\"count\":0,\"doms\":[]}");

    ReadFailure failure =
        catchThrowableOfType(ReadFailure.class, () -> reader.healthy(server.getAddress(), "dev"));

    assertThat(failure).isNotNull();
    assertThat(failure.kind()).isEqualTo(Harm.Kind.GATEWAY);
    assertThat(reader.healthy(server.getAddress(), "prod")).isEmpty();
  }

  @Test
  void shouldReadOneGroupAgainWhereNoMoreWasListedBefore() throws ReadFailure {
    AdminReader reader = new AdminReader(Reach.USUAL, Optional.empty(), Optional.of(token::get));
    gatewayAnswers(403);
    answers(Http.SERVICE_LIST, "{\"count\":1,\"doms\":[\"orders\"]}");
    answers("/nacos/v1/ns/instance/list", "{\"hosts\":[{\"healthy\":true}]}");

    for (int read = 0; read < 2; read++) {
      assertThat(reader.healthy(server.getAddress(), "dev"))
          .containsExactly(Map.entry("DEFAULT_GROUP@@orders", 1));
    }
  }

  private void gatewayAnswers(int status) {
    server.removeContext(Http.CATALOG_SERVICES);
    server.createContext(
        Http.CATALOG_SERVICES,
        exchange -> {
          exchange.getResponseHeaders().set("Server", "nginx/1.24.0");
          byte[] page = "<html>refused</html>".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
  }

  private void answers(String path, String json) {
    server.createContext(
        path,
        exchange -> {
          byte[] body = json.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  @Test
  void shouldNotCallTheNodeSilentWhenAGatewayRefusesTheRead() {
    gatewayAnswers(503);
    AdminReader reader = new AdminReader(Reach.USUAL, Optional.empty(), Optional.empty());

    ReadFailure failure =
        catchThrowableOfType(ReadFailure.class, () -> reader.healthy(server.getAddress(), "dev"));

    assertThat(failure.kind()).isEqualTo(Harm.Kind.GATEWAY);
    assertThat(Harm.silence(server.getAddress(), failure).sentence())
        .contains("cannot be guarded", "a gateway (nginx/1.24.0)", "status 503")
        .doesNotContain("stopped answering");
  }
}
