package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {

  private static final long MILLI = 1_000_000;

  private final Tally tally = new Tally();

  private static Call call(long due, long takenUp, long written, long answered, String failure) {
    Call call = new Call().reset(Operation.BEAT, 0, 0, due * MILLI, takenUp * MILLI);
    call.period = 5_000 * MILLI;
    call.markWritten(written * MILLI);
    call.answered = answered * MILLI;
    call.failure = failure;
    return call;
  }

  private static void book(Tally tally, Call call) {
    tally.required(Operation.BEAT);
    tally.started(call);
    tally.completed(call);
  }

  @Test
  void shouldDivideACallsTimeIntoItsParts() {
    book(tally, call(100, 102, 107, 120, null));
    Tally.Counts beats = tally.of(Operation.BEAT);

    assertThat(tally.lag().getMaxValue()).isEqualTo(2_000L);
    assertThat(beats.poolWait().getMaxValue()).isBetween(5_000L, 5_010L);
    assertThat(beats.service().getMaxValue()).isBetween(13_000L, 13_010L);
    assertThat(beats.latency().getMaxValue()).isBetween(20_000L, 20_020L);
    assertThat(beats.ok()).isEqualTo(1);
  }

  /** A frozen node took 50 s; the next one had a connection and answered at once. */
  @Test
  void shouldTellAttemptsThatFailedFromTheWaitForAConnection() {
    Call call = call(0, 0, 1, 50_001, null);
    call.beginAgain("timed out");
    call.markWritten(50_003 * MILLI);
    call.answered = 50_008 * MILLI;
    book(tally, call);
    Tally.Counts beats = tally.of(Operation.BEAT);

    assertThat(beats.retries().getMaxValue()).isBetween(50_001_000L, 50_100_000L);
    assertThat(beats.poolWait().getMaxValue()).isBetween(2_000L, 2_001L);
    assertThat(beats.service().getMaxValue()).isBetween(5_000L, 5_010L);
  }

  @Test
  void shouldGiveACallThatWasNeverWrittenNoServiceTime() {
    Call call = new Call().reset(Operation.BEAT, 0, 0, 0, 0);
    call.answered = 3_000 * MILLI;
    call.failure = "timed out waiting for a connection";
    book(tally, call);
    Tally.Counts beats = tally.of(Operation.BEAT);

    assertThat(beats.service().getTotalCount()).isZero();
    assertThat(beats.poolWait().getMaxValue()).isBetween(3_000_000L, 3_002_000L);
    assertThat(beats.retries().getMaxValue()).isZero();
  }

  /** A beat that is 200 ms late stays late, however many reads of our own are due as they go. */
  @Test
  void shouldNotDiluteTheLagByCallsThatAreDueWhenTheyAreMade() {
    book(tally, call(0, 200, 200, 210, null));
    for (int i = 0; i < 1_000; i++) {
      tally.started(new Call().reset(Operation.SWEEP, 0, 0, 0, 0));
    }

    assertThat(tally.lag().getTotalCount()).isEqualTo(1);
    assertThat(tally.lag().getValueAtPercentile(50)).isBetween(200_000L, 200_100L);
  }

  @Test
  void shouldTellTheWaitForABoundOfOurOwnOfCallsThatItHoldsFor() {
    Call waited = call(0, 0, 30, 40, null);
    waited.boundWait = 25 * MILLI;
    book(tally, waited);
    book(tally, call(0, 0, 30, 40, null));
    Call sweep = new Call().reset(Operation.SWEEP, 0, 0, 0, 0);
    tally.started(sweep);
    tally.completed(sweep);

    assertThat(tally.boundWait().getTotalCount()).isEqualTo(2);
    assertThat(tally.boundWait().getMinValue()).isZero();
    assertThat(tally.boundWait().getMaxValue()).isBetween(25_000L, 25_020L);
  }

  @Test
  void shouldCountFailuresByReasonAndKeepTheirLatency() {
    book(tally, call(0, 0, 1, 2, "http 403"));
    book(tally, call(0, 0, 1, 2, "http 403"));
    book(tally, call(0, 0, 1, 50, "timed out"));
    Tally.Counts beats = tally.of(Operation.BEAT);

    assertThat(beats.failed()).isEqualTo(Map.of("http 403", 2L, "timed out", 1L));
    assertThat(beats.failedTotal()).isEqualTo(3);
    assertThat(beats.ok()).isZero();
    assertThat(beats.latency().getTotalCount()).isEqualTo(3);
  }

  @Test
  void shouldAddUpActorsOfTwoKindsThatAreWithoutService() {
    tally.unserved(Operation.BEAT, 3, 100);
    tally.unserved(Operation.BEAT, 2, 40);

    assertThat(tally.of(Operation.BEAT).unserved()).isEqualTo(5);
    assertThat(tally.of(Operation.BEAT).longestUnservedMs()).isEqualTo(100);
  }

  @Test
  void shouldShowAMissedSlotAsALatencyOnly() {
    tally.required(Operation.LIST);
    tally.missed(Operation.LIST, 7 * MILLI);
    Tally.Counts lists = tally.of(Operation.LIST);

    assertThat(lists.missed()).isEqualTo(1);
    assertThat(lists.started()).isZero();
    assertThat(lists.latency().getTotalCount()).isEqualTo(1);
    assertThat(lists.service().getTotalCount()).isZero();
    assertThat(tally.of(Operation.BEAT).required()).isZero();
  }

  @Test
  void shouldMergeHistogramsWhenAdded() {
    for (int i = 0; i < 99; i++) {
      book(tally, call(0, 0, 0, 1, null));
    }
    Tally other = new Tally();
    Call slow = call(0, 0, 0, 1000, "reset");
    slow.rerouted = 2;
    book(other, slow);
    other.underWay(Operation.BEAT, 5);
    tally.add(other);
    Tally.Counts beats = tally.of(Operation.BEAT);

    assertThat(beats.required()).isEqualTo(100);
    assertThat(beats.latency().getValueAtPercentile(99)).isBetween(1_000L, 1_001L);
    assertThat(beats.latency().getValueAtPercentile(99.9)).isBetween(1_000_000L, 1_001_000L);
    assertThat(beats.rerouted()).isEqualTo(2);
    assertThat(beats.underWay()).isEqualTo(5);
    assertThat(beats.failed()).isEqualTo(Map.of("reset", 1L));
  }
}
