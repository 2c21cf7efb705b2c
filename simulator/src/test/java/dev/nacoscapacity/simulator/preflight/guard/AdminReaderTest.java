package dev.nacoscapacity.simulator.preflight.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.simulator.HttpStub;
import dev.nacoscapacity.simulator.HttpStub.Answer;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader.ReadFailure;
import java.io.IOException;
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
  private HttpStub node;

  @BeforeEach
  void start() throws IOException {
    node = new HttpStub();
    node.answers(
        Http.CATALOG_SERVICES,
        request -> {
          String header = request.getRequestHeaders().getFirst("Authorization");
          return ("Bearer " + token.get()).equals(header)
              ? Answer.of(200, CATALOGUE)
              : Answer.of(500, "no");
        });
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private AdminReader reader() {
    return new AdminReader(Reach.USUAL, Optional.empty(), Optional.of(token::get));
  }

  @Test
  void shouldCountHealthyInstancesWithTheCurrentToken() throws ReadFailure {
    AdminReader reader = reader();
    reader.healthy(node.address(), "dev");
    token.set("second");
    assertThat(reader.healthy(node.address(), "dev"))
        .containsEntry("g@@orders", 2)
        .containsEntry("g@@pay", 1)
        .hasSize(2);
  }

  @Test
  void shouldNameTheNodeWhenItCannotBeRead() {
    AdminReader reader = new AdminReader(Reach.USUAL, Optional.empty(), Optional.empty());
    assertThatThrownBy(() -> reader.healthy(node.address(), "dev"))
        .isInstanceOf(ReadFailure.class)
        .hasMessageContaining("127.0.0.1:" + node.address().getPort());
  }

  /** Services of other groups than the default one would count as lost. */
  @Test
  void shouldNotAcceptOneGroupWhereItReadAllGroupsBefore() throws ReadFailure {
    AdminReader reader = reader();
    reader.healthy(node.address(), "dev");
    node.answers(Http.CATALOG_SERVICES, new Answer(403, "nginx/1.24.0", "<html>refused</html>"));
    node.answers(Http.SERVICE_LIST, Answer.of(200, "{\"count\":0,\"doms\":[]}"));

    ReadFailure failure =
        catchThrowableOfType(ReadFailure.class, () -> reader.healthy(node.address(), "dev"));

    assertThat(failure).isNotNull();
    assertThat(failure.kind()).isEqualTo(Harm.Kind.GATEWAY);
    assertThat(reader.healthy(node.address(), "prod")).isEmpty();
  }

  @Test
  void shouldKeepReadingOneGroupWhereNoMoreWasListedBefore() throws ReadFailure {
    AdminReader reader = reader();
    node.answers(Http.CATALOG_SERVICES, new Answer(403, "nginx/1.24.0", "<html>refused</html>"));
    node.answers(Http.SERVICE_LIST, Answer.of(200, "{\"count\":1,\"doms\":[\"orders\"]}"));
    node.answers("/nacos/v1/ns/instance/list", Answer.of(200, "{\"hosts\":[{\"healthy\":true}]}"));

    for (int read = 0; read < 2; read++) {
      assertThat(reader.healthy(node.address(), "dev"))
          .containsExactly(Map.entry("DEFAULT_GROUP@@orders", 1));
    }
  }

  /** Nobody lost anything when the guard's user lost its right to look. */
  @Test
  void shouldCallTheNodeUnguardedWhenItRefusesTheRead() {
    node.answers(Http.CATALOG_SERVICES, Answer.of(403, "authorization failed!"));
    node.answers(Http.SERVICE_LIST, Answer.of(403, "authorization failed!"));

    ReadFailure failure =
        catchThrowableOfType(ReadFailure.class, () -> reader().healthy(node.address(), "dev"));

    assertThat(failure.kind()).isEqualTo(Harm.Kind.GATEWAY);
  }

  @Test
  void shouldNotCallTheNodeSilentWhenAGatewayRefusesTheRead() {
    node.answers(Http.CATALOG_SERVICES, new Answer(503, "nginx/1.24.0", "<html>refused</html>"));
    AdminReader reader = new AdminReader(Reach.USUAL, Optional.empty(), Optional.empty());

    ReadFailure failure =
        catchThrowableOfType(ReadFailure.class, () -> reader.healthy(node.address(), "dev"));

    assertThat(failure.kind()).isEqualTo(Harm.Kind.GATEWAY);
    assertThat(Harm.silence(node.address(), failure).sentence().text())
        .contains("cannot be guarded", "a gateway (nginx/1.24.0)", "status 503")
        .doesNotContain("stopped answering");
  }
}
