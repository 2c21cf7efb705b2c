package dev.nacoscapacity.simulator.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.engine.Seconds;
import dev.nacoscapacity.simulator.run.RunSecond;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ShardSecondsTest {

  private final ShardSeconds seconds = new ShardSeconds();

  private static RunSecond second(int beats, long latency, long present, double remaining) {
    return second(
        new Seconds("node1", "node2").calls(beats, Operation.BEAT, latency, null),
        present,
        remaining);
  }

  private static RunSecond second(Seconds calls, long present, double remaining) {
    RunStats stats = calls.stats();
    listed(stats.node(0), present);
    listed(stats.node(1), 20);
    return new RunSecond(7, "measure", remaining, 10, 20, 30, stats);
  }

  private static void listed(RegistryStats node, long present) {
    node.set(RegistryCount.EXPECTED, 20L);
    node.set(RegistryCount.PRESENT, present);
    node.set(RegistryCount.MISSING, 20 - present);
  }

  @Test
  void shouldAddUpTheSecondsOfAllWorkers() {
    seconds.add(0, second(99, 1, 19, 3));
    seconds.add(1, second(1, 1_000, 18, 4));

    RunSecond all = seconds.take(7);

    assertThat(all.at()).isEqualTo(7);
    assertThat(all.phase()).isEqualTo("measure");
    assertThat(all.remainingSeconds()).isEqualTo(4);
    assertThat(all.completed()).isEqualTo(20);
    assertThat(all.instances()).isEqualTo(40);
    assertThat(all.connections()).isEqualTo(60);
    OperationStats beats = all.stats().of(Operation.BEAT);
    assertThat(beats.count(OperationCount.OK)).isEqualTo(100);
    // Of all calls together: one in a hundred was slow.
    Histogram latency = beats.histogram(LatencyPart.LATENCY);
    assertThat(latency.getValueAtPercentile(99)).isLessThan(1_100);
    assertThat(latency.getMaxValue()).isGreaterThan(999_000);
    assertThat(all.stats().node(0).count(RegistryCount.EXPECTED)).isEqualTo(40);
    assertThat(all.stats().node(0).count(RegistryCount.PRESENT)).isEqualTo(37);
    assertThat(all.stats().node(1).count(RegistryCount.MISSING)).isZero();
  }

  @Test
  void shouldAddUpCallsButTakeTheLastStateOfTwoSeconds() {
    for (int each = 0; each < 2; each++) {
      Seconds calls = new Seconds("node1", "node2").calls(10, Operation.BEAT, 1, null);
      seconds.add(0, second(calls.inFlight(Operation.LISTEN, 7), 20, 1));
    }
    seconds.add(1, second(new Seconds("node1", "node2").inFlight(Operation.LISTEN, 5), 20, 1));

    RunStats all = seconds.take(7).stats();

    assertThat(all.of(Operation.LISTEN).count(OperationCount.IN_FLIGHT)).isEqualTo(12);
    assertThat(all.of(Operation.BEAT).count(OperationCount.OK)).isEqualTo(20);
  }

  @Test
  void shouldBeDueWhenAllWorkersHaveSentASecond() {
    assertThat(seconds.isDue()).isFalse();
    seconds.add(0, second(1, 1, 20, 1));
    seconds.add(1, second(1, 1, 20, 1));
    seconds.take(7);

    seconds.add(1, second(1, 1, 20, 1));
    assertThat(seconds.isDue()).isFalse();
    seconds.add(0, second(1, 1, 20, 1));
    assertThat(seconds.isDue()).isTrue();
  }

  @Test
  void shouldCountWhatAWorkerSentBeforeItLeft() {
    seconds.add(0, second(1, 1, 20, 1));
    seconds.remove(0);

    assertThat(seconds.isDue()).isTrue();
    RunSecond last = seconds.take(7);
    assertThat(last.stats().of(Operation.BEAT).count(OperationCount.OK)).isPositive();
    assertThat(last.instances()).isZero();
    assertThat(seconds.isDue()).isFalse();
  }

  @Test
  void shouldForgetCallsInFlightThatHaveEnded() {
    seconds.add(0, second(new Seconds("node1", "node2").inFlight(Operation.LISTEN, 7), 20, 1));
    seconds.add(
        0, second(new Seconds("node1", "node2").calls(1, Operation.LISTEN, 1, null), 20, 1));

    assertThat(seconds.take(7).stats().of(Operation.LISTEN).count(OperationCount.IN_FLIGHT))
        .isZero();
  }

  @Test
  void shouldNotWaitForAWorkerThatIsGone() {
    seconds.add(0, second(1, 1, 20, 1));
    seconds.add(1, second(1, 1, 20, 1));
    seconds.take(7);
    seconds.add(1, second(5, 1, 20, 1));
    seconds.remove(0);

    assertThat(seconds.isDue()).isTrue();
    assertThat(seconds.take(8).instances()).isEqualTo(20);
  }
}
