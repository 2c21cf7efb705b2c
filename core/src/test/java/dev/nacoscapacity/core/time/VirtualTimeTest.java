package dev.nacoscapacity.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final List<String> happened = new ArrayList<>();

  private void plan(long nanos, String what) {
    time.after(nanos, () -> happened.add(what + " at " + time.nanos()));
  }

  @Test
  void shouldRunEventsInTheOrderOfTheirTimesAndThenOfTheirPlanning() {
    plan(20, "c");
    plan(10, "a");
    plan(10, "b");

    assertThat(time.runUntil(20, () -> false)).isFalse();

    assertThat(happened).containsExactly("a at 10", "b at 10", "c at 20");
  }

  @Test
  void shouldAdvanceToTheAwaitedMomentWhenNothingHappens() {
    plan(30, "later");

    time.runUntil(20, () -> false);

    assertThat(time.nanos()).isEqualTo(20);
    assertThat(time.timeOfDay()).isEqualTo(Instant.EPOCH.plusNanos(20));
    assertThat(happened).isEmpty();
  }

  @Test
  void shouldStopWhenTheConditionHolds() {
    plan(10, "a");
    plan(15, "b");

    assertThat(time.runUntil(20, () -> !happened.isEmpty())).isTrue();

    assertThat(happened).containsExactly("a at 10");
    assertThat(time.nanos()).isEqualTo(10);
  }

  @Test
  void shouldRunWhatAnEventPlansWithinTheSameWait() {
    time.after(10, () -> plan(5, "second"));
    time.after(10, () -> time.execute(() -> happened.add("at once")));

    time.runUntil(20, () -> false);

    assertThat(happened).containsExactly("at once", "second at 15");
  }

  @Test
  void shouldEndWhenNothingIsLeftToHappen() {
    plan(10, "a");

    assertThat(time.runUntil(Long.MAX_VALUE, () -> false)).isFalse();

    assertThat(happened).containsExactly("a at 10");
  }
}
