package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the driver keeps, shares and replaces its connections. */
class HttpConnectionsIT extends AgainstScriptedServers {

  private final CountDownLatch mayAnswer = new CountDownLatch(1);

  /** Answers all requests once it may. */
  private ScriptedServer answeringFrom(CountDownLatch signal) {
    return server(
        peer -> {
          while (peer.read()) {
            signal.await();
            peer.answer("ok");
          }
        });
  }

  private void askWell(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(ask(register()).failure).isNull();
    }
  }

  @Test
  void shouldReuseAConnectionThatIsKeptAlive() {
    ScriptedServer server = answering("ok");
    connect(4, server);
    askWell(20);

    assertThat(server.connections()).isEqualTo(1);
    assertThat(server.requests())
        .hasSize(20)
        .allMatch(line -> line.startsWith("POST /nacos/v1/ns"));
  }

  @Test
  void shouldOpenAConnectionWheneverNoneIsFreeWithoutABound() {
    ScriptedServer server = answeringFrom(mayAnswer);
    connect(Integer.MAX_VALUE, server);
    for (int i = 0; i < 20; i++) {
      send(register());
    }
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(server.requests()).hasSize(20));
    mayAnswer.countDown();
    for (int i = 0; i < 20; i++) {
      assertThat(answered().boundWait).isZero();
    }

    assertThat(onLoop(HttpDriver::connections)).isEqualTo(20);
    assertThat(ask(register()).failure).isNull();
    assertThat(server.connections()).isEqualTo(20);
  }

  @Test
  void shouldGiveSpareConnectionsToTheNodeThatNeedsThemAndTakeThemBack() {
    ScriptedServer.Script once =
        peer -> {
          peer.read();
          mayAnswer.await();
          peer.lastAnswer("ok");
        };
    ScriptedServer slow = server(once);
    ScriptedServer other = server(once);
    connectWithSpare(1, 3, slow.address(), other.address());
    sendTo(0, 6);
    assertThat(onLoop(HttpDriver::connections)).isEqualTo(4);
    await().atMost(PATIENCE).until(() -> slow.mostOpen() == 4);
    sendTo(1, 3);
    assertThat(onLoop(HttpDriver::connections)).as("its own").isEqualTo(5);
    mayAnswer.countDown();
    assertAnswered(9);
    assertThat(slow.mostOpen()).isEqualTo(4);
    assertThat(onLoop(HttpDriver::connections)).isZero();

    sendTo(1, 6);
    assertAnswered(6);
    assertThat(other.connections()).isEqualTo(9);
  }

  private void sendTo(int server, int calls) {
    for (int i = 0; i < calls; i++) {
      Call call = register();
      call.prescribedServer = server;
      send(call);
    }
  }

  @Test
  void shouldOpenAnotherConnectionWhenTheServerClosesEach() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.lastAnswer("ok");
            });
    connect(1, server);
    askWell(5);

    assertThat(server.connections()).isEqualTo(5);
    assertThat(onLoop(HttpDriver::connections)).isZero();
  }

  @Test
  void shouldRetryOnAFreshConnectionWhenAnIdleOneCloses() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.answer("ok");
              // The first connection takes the second request and is closed over it.
              if (peer.number() == 1) {
                peer.read();
              } else {
                peer.fallSilent();
              }
            });
    connect(1, server);
    ask(register());
    Call second = ask(register());

    assertThat(second.failure).isNull();
    assertThat(second.failovers).isZero();
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void shouldRetryOnlyOnceAndOnlyAfterAReusedConnection() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              if (peer.number() == 1) {
                peer.answer("ok");
                peer.read();
              }
            });
    connect(1, server);
    ask(once(register()));

    assertThat(ask(once(register())).failure).isEqualTo("connection closed");
    assertThat(server.connections()).isEqualTo(2);
    assertThat(ask(once(register())).failure).isEqualTo("connection closed");
    assertThat(server.connections()).isEqualTo(3);
  }

  @Test
  void shouldForgetAnIdleConnectionThatIsClosed() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.answer("ok");
            });
    connect(3, server);
    ask(register());

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(onLoop(HttpDriver::connections)).isZero());
    assertThat(ask(register()).failure).isNull();
  }

  @Test
  void shouldDropAConnectionThatAnswersUnasked() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.answer("ok");
              if (peer.number() == 1) {
                peer.answer("ok");
              }
              peer.fallSilent();
            });
    connect(1, server);
    ask(once(register()));

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(onLoop(HttpDriver::connections)).as("idle or dropped").isLessThan(2));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(server.open()).isZero());
    assertThat(ask(once(register())).failure).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"LISTEN", "SWEEP"})
  void shouldNotCountLongPollsAndSweepsAgainstTheBound(Operation operation) {
    ScriptedServer server = server(ScriptedServer.Peer::fallSilent);
    connect(1, server);
    for (int service = 0; service < 5; service++) {
      Call call = call(operation, service);
      call.prescribedServer = 0;
      send(call);
    }

    await().atMost(PATIENCE).untilAsserted(() -> assertThat(server.requests()).hasSize(5));
    close();
    for (int i = 0; i < 5; i++) {
      assertThat(answered().failure).isEqualTo(Driver.UNANSWERED);
    }
  }
}
