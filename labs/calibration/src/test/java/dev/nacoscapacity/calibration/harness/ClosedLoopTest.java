package dev.nacoscapacity.calibration.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {

  private final Deque<Call> sent = new ArrayDeque<>();

  private final Driver driver =
      new Driver() {
        @Override
        public void send(Call call) {
          sent.addLast(call);
        }

        @Override
        public void expire(long at) {}

        @Override
        public int connections() {
          return 0;
        }

        @Override
        public long opened() {
          return 0;
        }

        @Override
        public void close() {}
      };

  @Test
  void shouldKeepOneCallOfEachClientUnderWayForEver() {
    ClosedLoop loop = loop(0);

    answerAll(loop);
    answerAll(loop);

    assertThat(sent).hasSize(3).allMatch(call -> call.operation == Operation.BEAT);
  }

  @Test
  void shouldEndWhenEnoughCallsAreCountedAfterTheFirstOfEachClient() {
    ClosedLoop loop = loop(6);

    answerAll(loop);
    answerAll(loop);
    assertThat(loop.round()).isNotDone();
    assertThat(sent).hasSize(3);

    answerAll(loop);
    answerAll(loop);

    assertThat(loop.round()).isCompleted();
    assertThat(loop.round().join().figures()).containsEntry(Load.REQUESTS, 9.0);
    assertThat(sent).isEmpty();
  }

  private ClosedLoop loop(int requests) {
    ClosedLoop loop = new ClosedLoop(new ClosedLoop.Task(0, Operation.BEAT, 3, requests, 0, null));
    loop.start(driver);
    return loop;
  }

  private void answerAll(ClosedLoop loop) {
    for (int i = sent.size(); i > 0; i--) {
      Call call = sent.pollFirst();
      call.answered = call.due + 1_000_000;
      loop.completed(call);
    }
  }
}
