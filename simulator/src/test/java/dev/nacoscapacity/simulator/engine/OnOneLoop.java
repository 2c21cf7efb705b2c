package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.transport.LoopThread;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.Workloads;
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

  FleetLoop loop(int instances, int services, LoopBuilder settings) {
    return loop(instances, services, settings, 0, 1);
  }

  FleetLoop loop(int instances, int services, LoopBuilder settings, int index, int of) {
    return loop(Workloads.fleet("capacity", instances, services), settings, index, of);
  }

  FleetLoop loop(Fleet fleet, LoopBuilder settings) {
    return loop(fleet, settings, 0, 1);
  }

  private FleetLoop loop(Fleet fleet, LoopBuilder builder, int index, int of) {
    time.freezeTime();
    LoopSettings settings = builder.build();
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

  static LoopBuilder beats() {
    return new LoopBuilder().beat(BEAT);
  }

  FleetLoop beating(int instances) {
    return running(instances, 1, beats());
  }

  /** One whose instances are registered, as its load begins. */
  FleetLoop running(int instances, int services, LoopBuilder settings) {
    return running(loop(instances, services, settings));
  }

  FleetLoop running(Fleet fleet, LoopBuilder settings) {
    return running(loop(fleet, settings));
  }

  FleetLoop running(FleetLoop loop) {
    register(loop);
    loop.startLoad(now);
    return loop;
  }

  /** Begins a ramp of all at once. */
  void ramp(FleetLoop loop, Operation operation) {
    loop.instances.ramp(operation, arrival -> now, now);
  }

  void register(FleetLoop loop) {
    driver.answerAtOnce(Operation.REGISTER);
    ramp(loop, Operation.REGISTER);
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

  static Consumer<Call> failed(String failure) {
    return call -> call.failure = failure;
  }

  static Consumer<Call> unknownInstance() {
    return call -> ((BeatCall) call).unknownInstance = true;
  }

  static long count(RunStats stats, Operation operation, OperationCount count) {
    return stats.of(operation).count(count);
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
