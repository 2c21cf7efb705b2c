package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.ListCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the driver makes of answers that are long, late, broken or never come. */
class HttpAnswersIT extends AgainstScriptedServers {

  @Test
  void shouldTakeTheEndOfTheConnectionForTheEndOfTheAnswer() {
    connectToOneThatSays("HTTP/1.1 200 OK\r\n\r\nok");
    assertThat(ask(register()).failure).isNull();
  }

  @Test
  void shouldCountALongListThatComesInPieces() {
    String list = "{\"hosts\":[" + "{\"healthy\":true},".repeat(9999) + "{\"healthy\":false}]}";
    connect(
        1,
        server(
            peer -> {
              peer.read();
              peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
              for (int at = 0; at < list.length(); at += 4999) {
                String piece = list.substring(at, Math.min(list.length(), at + 4999));
                peer.write(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
              }
              peer.write("0\r\n\r\n");
              peer.fallSilent();
            }));
    Call call = ask(call(Operation.LIST, 7));

    assertThat(call.failure).isNull();
    assertThat(((ListCall) call).hosts).isEqualTo(10_000);
    assertThat(((ListCall) call).healthy).isEqualTo(9_999);
  }

  @Test
  void shouldReadTheAnswersOfASlowClientLateOneAfterTheOther() {
    slowDown(0.3);
    connect(1, answering("{\"hosts\":[{\"healthy\":true}]}"));

    for (int i = 0; i < 2; i++) {
      Call call = ask(call(Operation.LIST, 7));
      assertThat(call.failure).isNull();
      assertThat(((ListCall) call).hosts).isEqualTo(1);
      assertThat(call.answered - call.written).isGreaterThan(290_000_000);
    }
    Call sweep = ask(call(Operation.SWEEP, 7));
    assertThat(sweep.answered - sweep.written).isLessThan(290_000_000);
  }

  @Test
  void shouldReadLateWhatASlowClientsServerSentBeforeItLeft() {
    slowDown(0.3);
    connectToOneThatSays("HTTP/1.1 200 OK\r\n\r\n{\"hosts\":[]}");
    Call call = ask(call(Operation.LIST, 7));
    assertThat(call.failure).isNull();
    assertThat(call.answered - call.written).isGreaterThan(290_000_000);
  }

  @Test
  void shouldTimeOutInTheQueueAsWellAsOnTheWire() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    connect(1, silent);
    for (int i = 0; i < 3; i++) {
      send(once(register()));
    }
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(silent.requests()).hasSize(1));
    expire(CALL_TIMEOUT.plusSeconds(1));

    assertThat(answered().failure).isEqualTo("timed out");
    // The second got the first one's place, the third has waited in vain.
    assertThat(answered().failure).isEqualTo("timed out waiting for a connection");
    close();
    assertThat(answered().failure).isEqualTo(Driver.UNANSWERED);
  }

  @Test
  void shouldGiveALongPollHalfItsTimeMore() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    connect(1, silent);
    send(once(call(Operation.LISTEN, 1)));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(silent.requests()).hasSize(1));
    // More than the poll's own 30 s; what is left to 45 s may pass while this thread stands still.
    expire(Duration.ofSeconds(31));
    assertThat(completed).isEmpty();
    expire(Duration.ofSeconds(46));

    assertThat(answered().failure).isEqualTo("timed out");
  }

  @Test
  void shouldFailWhenTheAnswerIsResetInTheMiddle() {
    connect(
        1,
        server(
            peer -> {
              peer.read();
              peer.write("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nbegin");
              peer.reset();
            }));

    assertThat(ask(register()).failure).isIn("connection reset", "connection closed");
  }

  @Test
  void shouldFailWhenHalfAnAnswerIsFollowedByNothing() {
    connectToOneThatSays("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nbegin");
    assertThat(ask(register()).failure).isEqualTo("connection closed");
  }

  @Test
  void shouldFailWhenTheAnswerIsGarbageOrMoreThanOne() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              if (peer.number() == 1) {
                peer.write("what is it that you want from me?\r\n");
              } else {
                String one = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
                peer.write(one + one);
              }
              peer.fallSilent();
            });
    connect(1, server);

    assertThat(ask(once(register())).failure).isEqualTo("malformed answer");
    assertThat(ask(once(register())).failure).isEqualTo("malformed answer");
    assertThat(server.connections()).isEqualTo(2);
  }
}
