package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeapTest {

  private static final long MB = 1 << 20;

  /** Of a node whose memory is full at 8,000 clients: what is shipped changes with each fit. */
  private static final Costs COSTS =
      CostFile.read("nacos-2.2.4", Path.of(""))
          .with(
              Map.of(
                  Cost.HEAP_BASE, 300.0 * 1024,
                  Cost.HEAP_INSTANCE, 2.0,
                  Cost.HEAP_COPY, 1.0,
                  Cost.HEAP_CONNECTION, 24.0,
                  Cost.HEAP_GRPC_CONNECTION, 297.0,
                  Cost.HEAP_SUBSCRIBER, 1.0,
                  Cost.GARBAGE_CALL, 0.54));

  /** The live bytes of a node of this content. */
  private static long live(
      int instances, int copies, int connections, int grpcConnections, int subscribers) {
    return COSTS.bytes(
        Map.of(
            Cost.HEAP_BASE, 1,
            Cost.HEAP_INSTANCE, instances,
            Cost.HEAP_COPY, copies,
            Cost.HEAP_CONNECTION, connections,
            Cost.HEAP_GRPC_CONNECTION, grpcConnections,
            Cost.HEAP_SUBSCRIBER, subscribers));
  }

  private static Heap heap(long megabytes, int clients, long calls) {
    return heap(megabytes, clients, calls, 1);
  }

  private static Heap heap(long megabytes, int clients, long calls, double speed) {
    Heap heap = new Heap(megabytes * MB, COSTS, speed);
    int own = clients / 5;
    long content = live(own, clients - own, 0, own, 0);
    heap.look(content);
    for (int call = 0; call < calls; call++) {
      heap.collect();
    }
    heap.look(content);
    return heap;
  }

  @Test
  void shouldAddUpWhatNodeHolds() {
    Heap heap = new Heap(1024 * MB, COSTS, 1);
    assertThat(heap.live()).isEqualTo(300 * MB);
    heap.look(live(1, 10, 100, 1000, 10_000));
    assertThat(heap.live() - 300 * MB).isEqualTo(1024L * (2 + 10 + 100 * 24 + 1000 * 297 + 10_000));
    assertThat(heap.share()).isZero();
    assertThat(heap.pauseNanos()).isZero();
  }

  @Test
  void shouldCollectAsMeasuredWhenTwelveThousandUseTwoGigabytes() {
    Heap heap = heap(2048, 12_000, 498);
    // 300 + 0.29 × 2,400 + 4.7 + 9.4 = 1,010 MB live, 1,038 free.
    assertThat(heap.live() / MB).isEqualTo(1010);
    assertThat(heap.garbageOfCall()).isCloseTo(0.947, within(0.001));
    assertThat(heap.share()).isCloseTo(498 * 0.00054 * 0.947, within(0.001));
    assertThat(heap.pauseNanos() / 1e6).isCloseTo(98.6, within(0.1));
  }

  @Test
  void shouldCollectInHalfTheTimeOnAMachineOfTwiceTheSpeed() {
    Heap slow = heap(2048, 12_000, 498);
    Heap fast = heap(2048, 12_000, 498, 2);

    assertThat(fast.garbageOfCall()).isEqualTo(slow.garbageOfCall());
    assertThat(fast.share()).isCloseTo(slow.share() / 2, within(1e-9));
  }

  @Test
  void shouldCostAQuarterWhenHalfAsMuchIsLiveForEachFreeByte() {
    Heap heap = new Heap(300 * MB, COSTS, 1);
    heap.look(150 * MB);
    assertThat(heap.garbageOfCall()).isEqualTo(1);
    heap.look(100 * MB);
    assertThat(heap.garbageOfCall()).isEqualTo(0.25);
  }

  @Test
  void shouldTakeNoMoreThanMeasuredWhenHeapIsNearlyFull() {
    Heap heap = heap(768, 7_500, 400);
    assertThat(heap.full()).isFalse();
    assertThat(heap.share()).isCloseTo(0.38, within(1e-9));
    assertThat(heap.garbageOfCall()).isGreaterThan(100);
    double collected = IntStream.range(0, 10_000).mapToDouble(call -> heap.collect()).sum();
    assertThat(collected * 0.54).as("ms in the next second").isCloseTo(380, within(1e-6));
  }

  @Test
  void shouldStandStillWhenEightThousandUse768Megabytes() {
    Heap heap = heap(768, 8_000, 300);
    assertThat(heap.full()).isTrue();
    assertThat(heap.share()).isEqualTo(1);
    assertThat(heap.garbageOfCall()).isZero();
    assertThat(heap.pauseNanos()).isEqualTo(1_000_000_000);
    heap.look(live(0, 0, 0, 0, 0));
    assertThat(heap.full()).isFalse();
    assertThat(heap.pauseNanos()).isLessThan(100_000_000);
  }
}
