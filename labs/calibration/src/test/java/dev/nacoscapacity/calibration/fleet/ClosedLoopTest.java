package dev.nacoscapacity.calibration.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {

  private static final long MILLI = 1_000_000L;

  private final Deque<Call> sent = new ArrayDeque<>();
  private long now;
  private int expiries;
  private boolean more = true;

  private final ClosedLoop loop =
      new ClosedLoop(
          () -> now, new Fleet(10, 1, "loop", Shard.WHOLE), Operation.BEAT, call -> more);

  private final Driver driver =
      new Driver() {
        @Override
        public void send(Call call) {
          sent.addLast(call);
        }

        @Override
        public void expire(long at) {
          expiries++;
        }

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

  private void answerAll() {
    for (int i = sent.size(); i > 0; i--) {
      loop.completed(sent.pollFirst());
    }
  }

  @Test
  void shouldKeepAsManyCallsUnderWayAsAsked() {
    loop.start(driver, 3);
    answerAll();

    assertThat(sent).hasSize(3).allMatch(call -> call.operation == Operation.BEAT);
  }

  @Test
  void shouldSendNoMoreWhenAClientIsDone() {
    loop.start(driver, 3);
    more = false;
    answerAll();

    assertThat(sent).isEmpty();
  }

  @Test
  void shouldLetTheDriverForgetCallsThatAreOverTenTimesASecond() {
    loop.start(driver, 3);
    answerAll();

    for (int i = 0; i < 1_000; i++) {
      now += MILLI;
      answerAll();
    }

    assertThat(expiries).isEqualTo(10);
  }
}
