package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which server the driver asks, and which one next. */
class HttpServerChoiceIT extends AgainstScriptedServers {

  @Test
  void shouldAskTheNextServerWhenOneRefuses() {
    ScriptedServer server = answering("ok");
    connect(1, ScriptedServer.refusing(), server.address());
    int failovers = 0;
    for (int i = 0; i < 40; i++) {
      Call call = ask(register());
      assertThat(call.failure).isNull();
      assertThat(call.server).isEqualTo(1);
      failovers += call.failovers;
    }

    // About half of the calls begin at the server that is not there.
    assertThat(failovers).isBetween(8, 32);
  }

  @Test
  void shouldFailWhenEveryServerRefuses() {
    connect(1, ScriptedServer.refusing(), ScriptedServer.refusing(), ScriptedServer.refusing());
    Call call = ask(register());

    assertThat(call.failure).isEqualTo("connection refused");
    assertThat(call.failovers).isEqualTo(2);
    // It never came to be written, so all of it is pool wait.
    assertThat(call.wasWritten).isFalse();
  }

  /**
   * As NamingProxy.reqApi and ServerHttpAgent.httpPost of nacos-client 1.4.2 where there is one
   * address, as of a balancer.
   */
  @ParameterizedTest
  @CsvSource({"REGISTER, 3", "PUBLISH, 4", "LOGIN, 1"})
  void shouldTryAnOnlyServerAFewTimes(Operation operation, int tries) {
    AtomicInteger requests = new AtomicInteger();
    connect(1, failing(requests, tries));
    assertThat(ask(call(operation, 1)).failure).isEqualTo("http 503");
    assertThat(requests).hasValue(tries);
  }

  @Test
  void shouldSucceedWhenAnOnlyServerAnswersTheLastTry() {
    connect(1, failing(new AtomicInteger(), 2));
    Call call = ask(register());
    assertThat(call.failure).isNull();
    assertThat(call.failovers).isEqualTo(2);
    assertThat(call.server).isZero();
  }

  /** Fails the first so many requests. */
  private ScriptedServer failing(AtomicInteger requests, int first) {
    return server(
        peer -> {
          while (peer.read()) {
            if (requests.incrementAndGet() <= first) {
              peer.write("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
            } else {
              peer.answer("ok");
            }
          }
        });
  }

  @Test
  void shouldNeverLeaveAPrescribedServer() {
    ScriptedServer other = answering("ok");
    connect(1, ScriptedServer.refusing(), other.address());
    for (int i = 0; i < 10; i++) {
      Call call = register();
      call.prescribedServer = 0;
      assertThat(ask(call).failure).isEqualTo("connection refused");
      assertThat(call.failovers).isZero();
    }

    assertThat(other.connections()).isZero();
  }

  @Test
  void shouldAskTheNextServerWhenOneNeverAnswers() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    ScriptedServer server = answering("token \"accessToken\":");
    connect(1, silent, server);
    Call login = call(Operation.LOGIN, 1);
    send(login);
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(silent.requests()).hasSize(1));
    expire(CALL_TIMEOUT.minusSeconds(20));
    assertThat(completed).isEmpty();
    expire(CALL_TIMEOUT.plusSeconds(1));

    assertThat(answered()).isSameAs(login);
    assertThat(login.failure).isNull();
    assertThat(login.server).isEqualTo(1);
    assertThat(login.failovers).isEqualTo(1);
    assertThat(login.attemptStartedAt).isBetween(login.startedAt, login.written);
    assertThat(login.wasWritten).isTrue();
    assertThat(writes).as("both attempts are told of").hasValue(2);
  }

  @Test
  void shouldListFromOneServerAfterTheOther() {
    ScriptedServer[] three = {
      answering("{\"hosts\":[]}"), answering("{\"hosts\":[]}"), answering("{\"hosts\":[]}")
    };
    connect(1, three);
    int first = ask(call(Operation.LIST, 3)).server;

    for (int i = 1; i < 7; i++) {
      assertThat(ask(call(Operation.LIST, 3)).server).isEqualTo((first + i) % 3);
    }
  }

  @Test
  void shouldStayWithALongPollsServerUntilItFails() {
    boolean[] broken = new boolean[3];
    ScriptedServer[] three = new ScriptedServer[3];
    for (int i = 0; i < 3; i++) {
      int index = i;
      three[i] =
          server(
              peer -> {
                while (peer.read()) {
                  if (broken[index]) {
                    peer.write("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
                  } else {
                    peer.answer("");
                  }
                }
              });
    }
    connect(1, three);
    int home = ask(call(Operation.LISTEN, 4)).server;
    for (int i = 0; i < 5; i++) {
      assertThat(ask(call(Operation.LISTEN, 4)).server).isEqualTo(home);
    }
    broken[home] = true;
    int next = (home + 1) % 3;
    assertThat(ask(call(Operation.LISTEN, 4)).server).isEqualTo(next);
    broken[home] = false;
    assertThat(ask(call(Operation.LISTEN, 4)).server).isEqualTo(next);
  }

  /**
   * As {@code ServerHttpAgent} of 1.4.2, to which 403 is an answer, and a reset no reason to go.
   */
  @Test
  void shouldStayWithALongPollsServerThatRefusesOrResets() {
    String refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
    AtomicInteger requests = new AtomicInteger();
    ScriptedServer[] two = new ScriptedServer[2];
    for (int i = 0; i < 2; i++) {
      two[i] =
          server(
              peer -> {
                while (peer.read()) {
                  if (requests.getAndIncrement() == 0) {
                    peer.write(refusal);
                  } else {
                    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nbegin");
                    peer.reset();
                  }
                }
              });
    }
    connect(1, two);

    Call refused = ask(call(Operation.LISTEN, 4));
    Call reset = ask(call(Operation.LISTEN, 4));

    assertThat(refused.failure).isEqualTo("http 403");
    assertThat(reset.failure).isIn("connection reset", "connection closed");
    assertThat(reset.server).isEqualTo(refused.server);
    assertThat(requests).hasValue(2);
  }

  @Test
  void shouldLogInAtTheServersInTheirOrder() {
    String refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
    ScriptedServer first =
        server(
            peer -> {
              while (peer.read()) {
                peer.write(refusal);
              }
            });
    ScriptedServer second = answering("{\"accessToken\":\"a.b.c\"}");
    ScriptedServer third = answering("{\"accessToken\":\"a.b.c\"}");
    connect(1, first, second, third);
    for (int i = 0; i < 10; i++) {
      Call login = ask(call(Operation.LOGIN, i));
      assertThat(login.failure).isNull();
      assertThat(login.server).isEqualTo(1);
    }

    assertThat(first.requests()).hasSize(10).allMatch(line -> line.contains("username=nacos"));
    assertThat(third.connections()).isZero();
  }
}
