package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class RampTest {

  private static final long MILLI = 1_000_000;
  private static final DueTimes AT_ONCE = arrival -> 0;

  private final List<Integer> started = new ArrayList<>();

  private Ramp ramp(int actors, int limit, DueTimes pace, IntPredicate concerned) {
    return ramp(actors, List.of(new VegasLimit(limit, limit, 1)), pace, concerned);
  }

  /** Limits take turns. */
  private Ramp ramp(int actors, List<VegasLimit> limits, DueTimes pace, IntPredicate concerned) {
    return ramp(actors, limits, pace, concerned, started::add);
  }

  private static Ramp ramp(
      int actors,
      List<VegasLimit> limits,
      DueTimes pace,
      IntPredicate concerned,
      IntConsumer start) {
    Ramp.Actors all =
        new Ramp.Actors() {
          @Override
          public int count() {
            return actors;
          }

          @Override
          public int limitOf(int actor) {
            return actor % limits.size();
          }

          @Override
          public boolean isConcerned(int actor) {
            return concerned.test(actor);
          }

          @Override
          public void start(int actor) {
            start.accept(actor);
          }
        };
    return new Ramp(Operation.REGISTER, all, limits, pace, AdmissionRate.fullRate(1e9, 1, 0));
  }

  private Ramp ramp(int actors, int limit) {
    return ramp(actors, limit, AT_ONCE, actor -> true);
  }

  private static Call ended(long answered, String failure) {
    Call call = CallFixtures.begun(Operation.REGISTER, 0, 0, 0, 0);
    call.answered = answered;
    call.failure = failure;
    return call;
  }

  @Test
  void shouldStartNoMoreThanTheLimitAllows() {
    Ramp ramp = ramp(5, 2);
    ramp.step(0);
    ramp.step(1);
    assertThat(started).containsExactly(0, 1);

    ramp.completed(ended(5, null), 1);
    ramp.step(5);
    assertThat(started).containsExactly(0, 1, 2);
  }

  @Test
  void shouldLimitEachKindOfActorSeparately() {
    Ramp ramp =
        ramp(6, List.of(new VegasLimit(1, 1, 1), new VegasLimit(2, 2, 1)), AT_ONCE, actor -> true);
    ramp.step(0);
    assertThat(started).as("2 waits for 0, and 3 for 2").containsExactly(0, 1);

    ramp.completed(ended(5, null), 0);
    ramp.step(5);
    assertThat(started).containsExactly(0, 1, 2, 3);
  }

  @Test
  void shouldKeepThePace() {
    Ramp ramp = ramp(4, 100, DueTimes.spread(0, 40, 4), actor -> true);
    ramp.step(9);
    assertThat(started).containsExactly(0);
    ramp.step(25);
    assertThat(started).containsExactly(0, 1, 2);
  }

  @Test
  void shouldBeFinishedWhenEachActorHasSucceeded() {
    Ramp ramp = ramp(2, 2);
    ramp.step(0);
    ramp.completed(ended(1, null), 0);
    assertThat(ramp.state()).isEqualTo(new Ramp.State(1, 1, false, Optional.empty(), false, false));
    ramp.completed(ended(1, null), 1);
    assertThat(ramp.state()).isEqualTo(new Ramp.State(2, 2, true, Optional.empty(), false, false));
  }

  @Test
  void shouldRetryFailuresAfterThePause() {
    Ramp ramp = ramp(1, 1);
    ramp.step(0);
    ramp.completed(ended(0, "http 500"), 0);
    ramp.step(50 * MILLI - 1);
    assertThat(started).hasSize(1);
    ramp.step(150 * MILLI);
    assertThat(started).hasSize(2);
    ramp.completed(ended(150 * MILLI, null), 0);

    assertThat(ramp.state())
        .isEqualTo(new Ramp.State(1, 1, true, Optional.of("http 500"), false, false));
  }

  @Test
  void shouldSkipActorsThatItDoesNotConcern() {
    Ramp ramp = ramp(4, 100, AT_ONCE, actor -> actor % 2 == 0);
    ramp.step(0);
    assertThat(started).containsExactly(0, 2);
    assertThat(ramp.state().completed()).isEqualTo(2);
  }

  @Test
  void shouldRecogniseItsOwnCalls() {
    Ramp ramp = ramp(2, 1);
    ramp.step(0);
    Call login = CallFixtures.begun(Operation.LOGIN, 0, 0, 0, 0);

    assertThat(ramp.started(ended(1, null), 0)).isTrue();
    assertThat(ramp.started(login, 0)).isFalse();
    assertThat(ramp.started(ended(1, null), 1)).isFalse();
    ramp.completed(ended(1, null), 0);
    assertThat(ramp.started(ended(1, null), 0)).isFalse();
  }

  @Test
  void shouldNotOverflowTheStackWhenCallsEndAtOnce() {
    Ramp[] self = new Ramp[1];
    self[0] =
        ramp(
            100_000,
            List.of(new VegasLimit(1, 1, 1)),
            AT_ONCE,
            actor -> true,
            actor -> {
              self[0].completed(ended(0, null), actor);
              self[0].step(0);
            });
    self[0].step(0);

    assertThat(self[0].state().finished()).isTrue();
  }

  @Test
  void shouldAddUpStates() {
    Ramp.State one = new Ramp.State(3, 5, true, Optional.empty(), false, false);
    Ramp.State other = new Ramp.State(4, 4, false, Optional.of("timed out"), false, false);

    assertThat(one.plus(other))
        .isEqualTo(new Ramp.State(7, 9, false, Optional.of("timed out"), false, false));
  }
}
