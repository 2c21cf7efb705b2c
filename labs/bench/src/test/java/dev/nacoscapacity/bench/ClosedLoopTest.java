package dev.nacoscapacity.bench;

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
    ClosedLoop loop = new ClosedLoop();
    loop.start(driver, Operation.BEAT, 3);

    for (int i = 0; i < 6; i++) {
      Call call = sent.pollFirst();
      call.answered = call.due + 1_000_000;
      loop.completed(call);
    }

    assertThat(sent).hasSize(3).allMatch(call -> call.operation == Operation.BEAT);
  }
}
