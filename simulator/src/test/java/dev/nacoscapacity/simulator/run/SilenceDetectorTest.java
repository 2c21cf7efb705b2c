package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.ConnectFailure;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.Seconds;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SilenceDetectorTest {

  private static final RunStats REFUSED =
      new Seconds().calls(3, Operation.REGISTER, 1, "connection refused").stats();
  private static final RunStats ANSWERED =
      new Seconds()
          .calls(3, Operation.REGISTER, 1, "connection refused")
          .calls(1, Operation.SWEEP, 1, null)
          .stats();

  private final GeneratorLateness lateness = new GeneratorLateness();
  private final SilenceDetector silence = new SilenceDetector(lateness, 0);

  private Optional<StopSignal.Request> after(RunStats second, boolean excused, long now) {
    lateness.second(second, 0, now);
    return silence.after(second, excused, now);
  }

  /** That a further silence ends the run at this second and not before. */
  private void assertEndsAt(int second) {
    assertThat(after(REFUSED, false, second(second - 1))).isEmpty();
    assertThat(after(REFUSED, false, second(second))).isPresent();
  }

  /** Calls were taken up 101 ms late, and answered. */
  private static RunStats late() {
    RunStats late = new Seconds().calls(1, Operation.LIST, 101, null).stats();
    for (int call = 0; call < 100; call++) {
      late.record(FleetDuration.SCHEDULER_LAG, 101_000_000);
    }
    return late;
  }

  private static long second(int second) {
    return TimeUnit.SECONDS.toNanos(second);
  }

  @Test
  void shouldReportTheFailureWhenNobodyAnswersForLong() {
    assertThat(after(REFUSED, false, second(20))).isEmpty();
    assertThat(after(REFUSED, false, second(21)))
        .hasValueSatisfying(
            request -> {
              assertThat(request.cause()).isEqualTo(StopSignal.Cause.SILENCE);
              assertThat(request.reason().text()).contains("20 s", "connection refused");
            });
  }

  @Test
  void shouldBlameTheGatewayThatRefusesEveryCall() {
    RunStats refused =
        new Seconds().calls(3, Operation.BEAT, 1, "http 429 by gateway nginx").stats();

    assertThat(silence.after(refused, false, second(21)))
        .hasValueSatisfying(
            request -> {
              assertThat(request.cause()).isEqualTo(StopSignal.Cause.GATEWAY);
              assertThat(request.reason().text()).contains("http 429 by gateway nginx");
            });
  }

  /** By what most of the clients' calls met since the last answer. */
  @ParameterizedTest
  @CsvSource({
    "BEAT, 30, SILENCE, timed out",
    "BEAT, 50, SILENCE, timed out",
    "BEAT, 51, GATEWAY, http 429 by gateway nginx",
    "SCRAPE, 99, SILENCE, timed out",
    "SWEEP, 99, SILENCE, timed out",
  })
  void shouldBlameAGatewayOnlyWhenItRefusesMostCallsOfClients(
      Operation operation, int refusals, StopSignal.Cause cause, String failure) {
    RunStats earlier = new Seconds().calls(50, Operation.BEAT, 1, "timed out").stats();
    RunStats last =
        new Seconds().calls(refusals, operation, 1, "http 429 by gateway nginx").stats();

    assertThat(silence.after(earlier, false, second(10))).isEmpty();
    assertThat(silence.after(last, false, second(21)))
        .hasValueSatisfying(
            request -> {
              assertThat(request.cause()).isEqualTo(cause);
              assertThat(request.reason().text()).contains(failure);
            });
  }

  @Test
  void shouldForgetRefusalsWhenANodeAnswered() {
    RunStats refused =
        new Seconds().calls(99, Operation.BEAT, 1, "http 429 by gateway nginx").stats();

    assertThat(silence.after(refused, false, second(10))).isEmpty();
    assertThat(silence.after(ANSWERED, false, second(15))).isEmpty();
    assertThat(silence.after(REFUSED, false, second(36)))
        .map(StopSignal.Request::cause)
        .hasValue(StopSignal.Cause.SILENCE);
  }

  @Test
  void shouldBlameTheGeneratorWhenItWasLateBefore() {
    RunStats late = late();
    assertThat(after(late, false, second(5))).isEmpty();
    assertThat(after(REFUSED, false, second(26)))
        .map(StopSignal.Request::cause)
        .hasValue(StopSignal.Cause.GENERATOR);
  }

  @Test
  void shouldReportSilenceWhenTheGeneratorWasLateLongBefore() {
    RunStats late = late();
    assertThat(after(late, false, second(5))).isEmpty();
    assertThat(after(ANSWERED, false, second(40))).isEmpty();
    assertThat(after(REFUSED, false, second(61)))
        .map(StopSignal.Request::cause)
        .hasValue(StopSignal.Cause.SILENCE);
  }

  @Test
  void shouldStartOverAfterAnAnswer() {
    assertThat(after(ANSWERED, false, second(15))).isEmpty();
    assertEndsAt(36);
  }

  @Test
  void shouldStartOverWhenNobodyIsCalled() {
    assertThat(after(new RunStats(List.of()), false, second(15))).isEmpty();
    assertEndsAt(36);
  }

  /** As while a fleet of one service waits for its stale instances. */
  @ParameterizedTest
  @EnumSource
  void shouldNotMistakeAHeldLongPollForSilence(Transport transport) {
    RunStats stats = new RunStats(List.of());
    stats.of(Operation.LISTEN, transport).set(OperationCount.IN_FLIGHT, 1L);

    assertThat(silence.after(stats, false, second(28))).isEmpty();
  }

  @Test
  void shouldCountAFailedLongPollAsSilence() {
    RunStats failed = new Seconds().calls(1, Operation.LISTEN, 1, "connection refused").stats();

    assertThat(silence.after(failed, false, second(21))).isPresent();
  }

  /** The registry cannot answer what this machine could not ask. */
  @Test
  void shouldStartOverWhenTheMachineCouldNotCall() {
    RunStats unable = new Seconds().calls(3, Operation.REGISTER, 1, Driver.NO_DESCRIPTOR).stats();

    assertThat(after(unable, false, second(30))).isEmpty();
    assertEndsAt(51);
  }

  @Test
  void shouldStartOverWhenSilenceIsExcused() {
    assertThat(after(REFUSED, true, second(30))).isEmpty();
    assertEndsAt(51);
  }

  @Test
  void shouldNotBlameNodesThatThisMachineHasNoWayTo() {
    RunStats cutOff =
        new Seconds().calls(3, Operation.REGISTER, 1, ConnectFailure.OFF_NETWORK).stats();

    assertThat(after(cutOff, false, second(21)))
        .hasValueSatisfying(
            request -> assertThat(request.cause()).isEqualTo(StopSignal.Cause.GENERATOR));
  }

  @Test
  void shouldNotCountTheTimeOfAStallOfItsOwn() {
    assertThat(after(REFUSED, false, second(10))).isEmpty();
    silence.stoodStill(second(18));
    assertEndsAt(39);
  }
}
