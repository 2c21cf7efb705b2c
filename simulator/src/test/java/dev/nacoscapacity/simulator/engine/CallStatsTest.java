package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What one call adds to the figures. */
class CallStatsTest {

  private static final long MILLI = 1_000_000;

  private final StatsRecorder recorder = new StatsRecorder(List.of("node1", "node2"));

  private static FleetCall call(
      long due, long startedAt, long written, long answered, String failure) {
    FleetCall call = CallFixtures.begun(Operation.BEAT, 0, 0, due * MILLI, startedAt * MILLI);
    call.period = 5_000 * MILLI;
    call.markWritten(written * MILLI);
    call.answered = answered * MILLI;
    call.failure = failure;
    return call;
  }

  private void record(FleetCall call) {
    recorder.required(Operation.BEAT, Transport.ANY);
    recorder.started(call);
    recorder.completed(call);
  }

  private OperationStats beats() {
    return recorder.takeSecond().of(Operation.BEAT);
  }

  @Test
  void shouldDivideACallsTimeIntoItsParts() {
    record(call(100, 102, 107, 120, null));
    RunStats second = recorder.takeSecond();
    OperationStats beats = second.of(Operation.BEAT);

    assertThat(second.histogram(FleetDuration.SCHEDULER_LAG).getMaxValue()).isEqualTo(2_000L);
    assertThat(most(beats, LatencyPart.POOL_WAIT)).isBetween(5_000L, 5_010L);
    assertThat(most(beats, LatencyPart.SERVICE)).isBetween(13_000L, 13_010L);
    assertThat(most(beats, LatencyPart.LATENCY)).isBetween(20_000L, 20_020L);
    assertThat(beats.count(OperationCount.OK)).isEqualTo(1);
  }

  private static long most(OperationStats calls, LatencyPart part) {
    return calls.histogram(part).getMaxValue();
  }

  /** A frozen node took 50 s; the next one had a connection and answered at once. */
  @Test
  void shouldDistinguishFailedAttemptsFromTheWaitForAConnection() {
    FleetCall call = call(0, 0, 1, 50_001, null);
    call.beginAgain("timed out");
    call.markWritten(50_003 * MILLI);
    call.answered = 50_008 * MILLI;
    call.failovers = 1;
    record(call);
    OperationStats beats = beats();

    assertThat(most(beats, LatencyPart.RETRIES)).isBetween(50_001_000L, 50_100_000L);
    assertThat(most(beats, LatencyPart.POOL_WAIT)).isBetween(2_000L, 2_001L);
    assertThat(most(beats, LatencyPart.SERVICE)).isBetween(5_000L, 5_010L);
    assertThat(beats.count(OperationCount.FAILOVER_RETRIES)).isEqualTo(1);
  }

  @Test
  void shouldGiveACallThatWasNeverWrittenNoServiceTime() {
    FleetCall call = CallFixtures.begun(Operation.BEAT, 0, 0, 0, 0);
    call.answered = 3_000 * MILLI;
    call.failure = "timed out waiting for a connection";
    record(call);
    OperationStats beats = beats();

    assertThat(beats.histogram(LatencyPart.SERVICE).getTotalCount()).isZero();
    assertThat(most(beats, LatencyPart.POOL_WAIT)).isBetween(3_000_000L, 3_002_000L);
    assertThat(most(beats, LatencyPart.RETRIES)).isZero();
  }

  /** A beat that is 200 ms late stays late, however many reads of our own are due as they go. */
  @Test
  void shouldNotDiluteTheLagWithUnscheduledCalls() {
    record(call(0, 200, 200, 210, null));
    for (int i = 0; i < 1_000; i++) {
      recorder.started(CallFixtures.begun(Operation.SWEEP, 0, 0, 0, 0));
    }
    Histogram lag = recorder.takeSecond().histogram(FleetDuration.SCHEDULER_LAG);

    assertThat(lag.getTotalCount()).isEqualTo(1);
    assertThat(lag.getValueAtPercentile(50)).isBetween(200_000L, 200_100L);
  }

  @Test
  void shouldRecordTheWaitForOurOwnBoundOnlyForCallsThatHaveOne() {
    FleetCall waited = call(0, 0, 30, 40, null);
    waited.boundWait = 25 * MILLI;
    record(waited);
    record(call(0, 0, 30, 40, null));
    FleetCall sweep = CallFixtures.begun(Operation.SWEEP, 0, 0, 0, 0);
    recorder.started(sweep);
    recorder.completed(sweep);
    FleetCall overGrpc = call(0, 0, 30, 40, null);
    overGrpc.transport = Transport.GRPC;
    record(overGrpc);
    Histogram waits = recorder.takeSecond().histogram(FleetDuration.BOUND_WAIT);

    assertThat(waits.getTotalCount()).isEqualTo(2);
    assertThat(waits.getMinValue()).isZero();
    assertThat(waits.getMaxValue()).isBetween(25_000L, 25_020L);
  }

  @Test
  void shouldCountFailuresByReasonAndKeepTheirLatency() {
    record(call(0, 0, 1, 2, "http 403"));
    record(call(0, 0, 1, 2, "http 403"));
    record(call(0, 0, 1, 50, "timed out"));
    OperationStats beats = beats();

    assertThat(beats.failures()).isEqualTo(Map.of("http 403", 2L, "timed out", 1L));
    assertThat(beats.count(OperationCount.FAILED)).isEqualTo(3);
    assertThat(beats.count(OperationCount.OK)).isZero();
    assertThat(beats.histogram(LatencyPart.LATENCY).getTotalCount()).isEqualTo(3);
  }

  @Test
  void shouldCountACallForTheNodeThatAnsweredIt() {
    FleetCall answered = call(0, 0, 1, 2, null);
    answered.server = 1;
    record(answered);
    FleetCall failed = call(0, 0, 1, 2, "http 403");
    failed.server = 1;
    record(failed);
    RunStats second = recorder.takeSecond();

    assertThat(second.node(1).count(RegistryCount.SERVED)).isEqualTo(1);
    assertThat(second.node(0).get(RegistryCount.SERVED)).isEmpty();
  }

  @Test
  void shouldRecordOnlyTheLatencyOfASkippedCall() {
    recorder.required(Operation.LIST, Transport.ANY);
    recorder.skipped(CallFixtures.periodic(Operation.LIST, 10), 0, 7 * MILLI);
    RunStats second = recorder.takeSecond();
    OperationStats lists = second.of(Operation.LIST);

    assertThat(lists.count(OperationCount.SKIPPED)).isEqualTo(1);
    assertThat(lists.count(OperationCount.STARTED)).isZero();
    assertThat(lists.histogram(LatencyPart.LATENCY).getTotalCount()).isEqualTo(1);
    assertThat(lists.histogram(LatencyPart.SERVICE).getTotalCount()).isZero();
  }
}
