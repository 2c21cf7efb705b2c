package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.transport.LoopThread;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Tests of one event loop. Time is their own: Netty's embedded loop stands still until advanced.
 */
abstract class OnOneLoop {

  static final long MILLI = 1_000_000;
  static final int BEAT = 5000;

  private final EmbeddedChannel time = new EmbeddedChannel();
  final NotedObserver observer = new NotedObserver();
  long now = 1_000_000_000L;
  HeldDriver driver;

  FleetLoop loop(int instances, int services, LoopSettings settings) {
    return loop(instances, services, settings, 0, 1);
  }

  FleetLoop loop(int instances, int services, LoopSettings settings, int index, int of) {
    return loop(
        new Fleet(new Population(instances, services, "capacity", "public", Shard.WHOLE)),
        settings,
        index,
        of);
  }

  FleetLoop loop(Fleet fleet, LoopSettings settings) {
    return loop(fleet, settings, 0, 1);
  }

  private FleetLoop loop(Fleet fleet, LoopSettings settings, int index, int of) {
    time.freezeTime();
    return new FleetLoop(
        new LoopThread(time.eventLoop()),
        new Slice(fleet, settings, () -> now, index, of),
        new LoopContext(
            IntStream.range(0, settings.nodes()).mapToObj(node -> "node" + node).toList(),
            observer,
            new ChangeFeed(0, of),
            new Publications(fleet)),
        listener -> driver = new HeldDriver(() -> now, listener));
  }

  static LoopSettings beats() {
    return LoopSettingsFixtures.of(BEAT * MILLI, 0, 0, 0, Phase.SPREAD, 1, 100, 1);
  }

  FleetLoop beating(int instances) {
    FleetLoop loop = loop(instances, 1, beats());
    register(loop);
    loop.startLoad(now);
    return loop;
  }

  void register(FleetLoop loop) {
    driver.answerAtOnce(Operation.REGISTER);
    loop.instances.ramp(Operation.REGISTER, arrival -> now, now);
    advance(20);
    assertThat(loop.instances.rampState().finished()).isTrue();
    loop.instances.endRamp();
    loop.takeSecond();
    driver.sent().clear();
    observer.notes().clear();
  }

  void advance(long millis) {
    for (int i = 0; i < millis; i++) {
      now += MILLI;
      time.advanceTimeBy(1, TimeUnit.MILLISECONDS);
      time.runPendingTasks();
    }
  }

  void open(FleetLoop loop, long millis) {
    loop.stats.open(new MeasurementWindow(now, now + millis * MILLI, 0));
  }

  Call only(Operation operation) {
    List<Call> calls = driver.calls(operation);
    assertThat(calls).hasSize(1);
    return calls.get(0);
  }

  static Consumer<Call> ok() {
    return call -> {};
  }

  static void assertBalanced(OperationStats counts) {
    assertThat(
            counts.count(OperationCount.OK)
                + counts.count(OperationCount.FAILED)
                + counts.count(OperationCount.SKIPPED))
        .isEqualTo(counts.count(OperationCount.REQUIRED));
    assertThat(counts.count(OperationCount.OK) + counts.count(OperationCount.FAILED))
        .isEqualTo(counts.count(OperationCount.STARTED));
    assertThat(counts.histogram(LatencyPart.LATENCY).getTotalCount())
        .isEqualTo(counts.count(OperationCount.REQUIRED));
  }
}
