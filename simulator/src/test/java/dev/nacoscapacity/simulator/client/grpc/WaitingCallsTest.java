package dev.nacoscapacity.simulator.client.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

class WaitingCallsTest {

  private final WaitingCalls waiting = new WaitingCalls(100);
  private final List<Integer> departures = new ArrayList<>();
  private final List<String> ended = new ArrayList<>();

  private void release(long now, BiPredicate<Call, String> ready) {
    waiting.release(
        now, ready, call -> departures.add(call.actor), (call, why) -> ended.add(call.actor + why));
  }

  private static Call call(int actor, long startedAt) {
    return CallFixtures.begun(Operation.LIST, actor, 0, startedAt, startedAt);
  }

  @Test
  void shouldResumeCallsThatAreReady() {
    waiting.add(call(1, 0), "no connection", null);
    waiting.add(call(2, 0), "refused", "old");

    release(50, (call, token) -> token != null);

    assertThat(departures).containsExactly(2);
    assertThat(ended).isEmpty();
  }

  @Test
  void shouldEndCallsThatTimedOutAndKeepTheOthers() {
    waiting.add(call(1, 0), " waited", null);
    waiting.add(call(2, 50), " waited", null);

    release(100, (call, token) -> false);
    assertThat(ended).containsExactly("1 waited");
    release(149, (call, token) -> false);
    release(150, (call, token) -> false);
    assertThat(ended).containsExactly("1 waited", "2 waited");
  }

  @Test
  void shouldKeepACallThatIsAddedDuringARelease() {
    waiting.add(call(1, 0), "no connection", null);
    waiting.release(
        10,
        (call, token) -> true,
        call -> waiting.add(call, "no connection", null),
        (call, why) -> {});
    release(20, (call, token) -> true);

    assertThat(departures).containsExactly(1);
  }
}
