package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.engine.ListCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What the driver makes of answers that are long, late, broken or never come. */
@Isolated("an answer that comes at once does so in less than 290 ms")
class HttpAnswersIT extends AgainstScriptedServers {

  @Test
  void shouldEndTheAnswerWithItsConnection() {
    connectToOneThatSays("HTTP/1.1 200 OK\r\n\r\nok");
    assertThat(ask(register()).failure).isNull();
  }

  @Test
  void shouldDelayEachAnswerOfASlowClient() {
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
  void shouldDelayTheAnswerOfASlowClientWhoseServerHasLeft() {
    slowDown(0.3);
    connectToOneThatSays("HTTP/1.1 200 OK\r\n\r\n{\"hosts\":[]}");
    Call call = ask(call(Operation.LIST, 7));
    assertThat(call.failure).isNull();
    assertThat(call.answered - call.written).isGreaterThan(290_000_000);
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
