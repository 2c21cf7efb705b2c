package dev.nacoscapacity.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialSecondTest {

  @Test
  void shouldCountClientsWithoutService() {
    TrialSecond second = TrialSecond.of(FleetSeconds.unserved(Operation.BEAT, 7, 2_500));

    assertThat(second.unserved()).isEqualTo(7);
    assertThat(second.longestUnservedMs()).isEqualTo(2_500);
  }

  @Test
  void shouldCountClientsOverEitherProtocol() {
    RunStats stats = new RunStats(List.of("node1"));
    OperationStats http = stats.of(Operation.BEAT, Transport.HTTP);
    http.set(OperationCount.UNSERVED, 7L);
    http.set(OperationCount.LONGEST_UNSERVED_MS, 2_500L);
    http.fail("timed out", 3);
    OperationStats grpc = stats.of(Operation.BEAT, Transport.GRPC);
    grpc.set(OperationCount.UNSERVED, 2L);
    grpc.set(OperationCount.LONGEST_UNSERVED_MS, 900L);
    grpc.add(OperationCount.OK, 4);
    stats.of(Operation.LIST, Transport.HTTP).add(OperationCount.OK, 5);

    TrialSecond second = TrialSecond.of(new RunSecond(1, "measure", 1, 10, 10, 1, stats));

    assertThat(second.unserved()).isEqualTo(9);
    assertThat(second.longestUnservedMs()).isEqualTo(2_500);
    assertThat(second.calls()).isEqualTo(12);
    assertThat(second.failed()).isEqualTo(3);
  }

  @Test
  void shouldCountPublicationsThatFailed() {
    RunStats stats = new RunStats(List.of("node1"));
    stats.of(Operation.PUBLISH).fail("no leader", 2);

    assertThat(TrialSecond.of(new RunSecond(1, "measure", 1, 10, 10, 1, stats)).failed())
        .isEqualTo(2);
  }

  @Test
  void shouldNotCountAHeldLongPollAsALackOfService() {
    TrialSecond second = TrialSecond.of(FleetSeconds.unserved(Operation.LISTEN, 7, 29_500));

    assertThat(second.unserved()).isZero();
    assertThat(second.longestUnservedMs()).isZero();
  }

  @Test
  void shouldJudgeLatencyByWhatIsAnsweredAtOnceAndCountNoPushWhenAClientIsSlowToConnect() {
    TrialSecond second = TrialSecond.of(FleetSeconds.connecting(3_000));

    assertThat(second.latency().getTotalCount()).isEqualTo(10);
    assertThat(second.latency().getMaxValue()).isEqualTo(1_000);
    assertThat(second.calls()).isEqualTo(11);
    assertThat(second.failed()).isEqualTo(1);
    assertThat(second.disturbed()).isEqualTo(3);
  }
}
