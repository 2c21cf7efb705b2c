package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.PacedFleet.CallPeriods;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Measures the heap that the engine needs for each instance, with calls answered immediately: the
 * slope between two numbers of instances, which excludes the fixed heap of an engine.
 */
final class ScheduleMemory {

  /** Two rounds of beats and one of lists: everything has reached its final size then. */
  private static final int SECONDS = 10;

  private ScheduleMemory() {}

  /**
   * Prints the result on one line.
   *
   * @param args the lower and the higher number of instances
   */
  public static void main(String[] args) throws InterruptedException {
    int few = Integer.parseInt(args[0]);
    int many = Integer.parseInt(args[1]);
    // A first run loads classes and compiles code, which also need some heap.
    footprint(few);
    Footprint low = footprint(few);
    Footprint high = footprint(many);
    System.out.printf(
        "%,d instances scheduled in a heap of %d MB: %.0f bytes for one more (from %,d to %,d);"
            + " %,d beats/s and %,d lists/s of %,d and %,d; lag p99 %.1f ms%n",
        many,
        Runtime.getRuntime().maxMemory() >> 20,
        (high.heap - low.heap) / (double) (many - few),
        few,
        many,
        high.seconds.of(Operation.BEAT).count(OperationCount.OK) / SECONDS,
        high.seconds.of(Operation.LIST).count(OperationCount.OK) / SECONDS,
        many / 5,
        many / 10,
        high.seconds.histogram(FleetDuration.SCHEDULER_LAG).getValueAtPercentile(99) / 1000.0);
  }

  private record Footprint(long heap, RunStats seconds) {}

  private static Footprint footprint(int instances) throws InterruptedException {
    try (PacedFleet fleet = PacedFleet.http(100, instances, CallPeriods.REAL, InstantDriver::new)) {
      fleet.start();
      RunStats seconds = fleet.seconds(SECONDS);
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      return new Footprint(runtime.totalMemory() - runtime.freeMemory(), seconds);
    }
  }

  /** A driver that answers every call successfully on the next turn of the event loop. */
  private static final class InstantDriver implements Driver {

    private final Fleet fleet;
    private final EventLoop eventLoop;
    private final CallListener listener;
    private final Deque<Call> underWay = new ArrayDeque<>();

    InstantDriver(Fleet fleet, EventLoop eventLoop, CallListener listener) {
      this.fleet = fleet;
      this.eventLoop = eventLoop;
      this.listener = listener;
    }

    @Override
    public void send(Call call) {
      if (underWay.isEmpty()) {
        eventLoop.execute(this::answer);
      }
      call.server = 0;
      call.markWritten(call.startedAt);
      underWay.addLast(call);
    }

    private void answer() {
      for (int remaining = underWay.size(); remaining > 0; remaining--) {
        Call call = underWay.pollFirst();
        call.answered = System.nanoTime();
        if (call instanceof BeatCall beat) {
          beat.lightAllowed = true;
        } else if (call instanceof ListCall list) {
          list.hosts = fleet.sizeOf(call.service);
          list.healthy = list.hosts;
        }
        listener.completed(call);
      }
      if (!underWay.isEmpty()) {
        eventLoop.execute(this::answer);
      }
    }

    @Override
    public void expire(long now) {}

    @Override
    public int connections() {
      return 0;
    }

    @Override
    public long opened() {
      return 0;
    }

    @Override
    public void close() {
      underWay.forEach(call -> call.failure = UNANSWERED);
      underWay.forEach(listener::completed);
    }
  }
}
