package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.Operation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilenceDetectorTest {

  private static final Tally REFUSED =
      new Tallies().calls(3, Operation.REGISTER, 1, "connection refused").tally();
  private static final Tally ANSWERED =
      new Tallies()
          .calls(3, Operation.REGISTER, 1, "connection refused")
          .calls(1, Operation.SWEEP, 1, null)
          .tally();

  private final SilenceDetector silence = new SilenceDetector(0);

  private static long second(int second) {
    return TimeUnit.SECONDS.toNanos(second);
  }

  @Test
  void shouldNameTheLastFailureWhenNobodyAnsweredForLong() {
    assertThat(silence.after(REFUSED, false, second(20))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(21)))
        .hasValueSatisfying(
            request -> {
              assertThat(request.cause()).isEqualTo(StopSignal.Cause.SILENCE);
              assertThat(request.reason()).contains("20 s", "connection refused");
            });
  }

  @Test
  void shouldNotCallItHarmWhenTheGeneratorWasLateBefore() {
    Tally late = new Tally();
    for (int call = 0; call < 100; call++) {
      Call taken = new Call().reset(Operation.LIST, 0, 0, 0, 101_000_000);
      taken.period = 10_000_000_000L;
      late.required(Operation.LIST);
      late.started(taken);
      taken.answered = 101_000_000;
      late.completed(taken);
    }
    assertThat(silence.after(late, false, second(5))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(26)))
        .hasValueSatisfying(
            request -> assertThat(request.cause()).isEqualTo(StopSignal.Cause.GENERATOR));
  }

  @Test
  void shouldCallItHarmWhenTheGeneratorHadBeenLateLongBefore() {
    Tally late = new Tally();
    Call taken = new Call().reset(Operation.LIST, 0, 0, 0, 101_000_000);
    taken.period = 10_000_000_000L;
    late.required(Operation.LIST);
    late.started(taken);
    assertThat(silence.after(late, false, second(5))).isEmpty();
    assertThat(silence.after(ANSWERED, false, second(40))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(61)))
        .hasValueSatisfying(
            request -> assertThat(request.cause()).isEqualTo(StopSignal.Cause.SILENCE));
  }

  @Test
  void shouldBeginAnewWhenOneAnswered() {
    assertThat(silence.after(ANSWERED, false, second(15))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(35))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(36))).isPresent();
  }

  @Test
  void shouldBeginAnewWhenNobodyWasAsked() {
    assertThat(silence.after(new Tally(), false, second(15))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(35))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(36))).isPresent();
  }

  /** The registry cannot answer what this machine could not ask. */
  @Test
  void shouldBeginAnewWhenThereWasNothingToAskWith() {
    Tally unable = new Tallies().calls(3, Operation.REGISTER, 1, Driver.NO_DESCRIPTOR).tally();

    assertThat(silence.after(unable, false, second(30))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(50))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(51))).isPresent();
  }

  @Test
  void shouldBeginAnewWhenNobodyNeedAnswer() {
    assertThat(silence.after(REFUSED, true, second(30))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(50))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(51))).isPresent();
  }
}
