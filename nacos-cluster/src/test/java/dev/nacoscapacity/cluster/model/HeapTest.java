package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapTest {

  private static final long MB = 1 << 20;

  /** Of a node whose memory is full at 8,000 clients: what is shipped changes with each fit. */
  private static final Costs COSTS =
      CostFile.read("nacos-2.2.4", Path.of(""))
          .with(
              Map.of(
                  Cost.HEAP_BASE, kilobytes(300 * 1024),
                  Cost.HEAP_INSTANCE, kilobytes(2),
                  Cost.HEAP_COPY, kilobytes(1),
                  Cost.HEAP_CONNECTION, kilobytes(24),
                  Cost.HEAP_GRPC_CONNECTION, kilobytes(297),
                  Cost.HEAP_SUBSCRIBER, kilobytes(1)),
              10_000);

  private static Costs.Figure kilobytes(double value) {
    return new Costs.Figure(value, null, null, Costs.Status.ASSUMED, "a test");
  }

  private static Heap heap(long megabytes, int clients, long calls) {
    Heap heap = new Heap(megabytes * MB, COSTS);
    int own = clients / 5;
    heap.look(new Heap.Content(own, clients - own, 0, own, 0), calls);
    return heap;
  }

  @Test
  void shouldAddUpWhatNodeHolds() {
    Heap heap = new Heap(1024 * MB, COSTS);
    assertThat(heap.live()).isEqualTo(300 * MB);
    heap.look(new Heap.Content(1, 10, 100, 1000, 10_000), 0);
    assertThat(heap.live() - 300 * MB).isEqualTo(1024L * (2 + 10 + 100 * 24 + 1000 * 297 + 10_000));
    assertThat(heap.share()).isZero();
    assertThat(heap.inflation()).isEqualTo(1);
    assertThat(heap.pauseNanos()).isZero();
  }

  @Test
  void shouldCollectAsMeasuredWhenTwelveThousandUseTwoGigabytes() {
    Heap heap = heap(2048, 12_000, 498);
    // 300 + 0.29 × 2,400 + 4.7 + 9.4 = 1,010 MB live, 1,038 free.
    assertThat(heap.live() / MB).isEqualTo(1010);
    assertThat(heap.share()).isCloseTo(498 * 0.00054 * 1010 / 1038, within(0.001));
    assertThat(heap.inflation()).isCloseTo(1 / (1 - 0.2617), within(0.002));
    assertThat(heap.pauseNanos() / 1e6).isCloseTo(98.6, within(0.1));
  }

  @Test
  void shouldTakeNoMoreThanMeasuredWhenHeapIsNearlyFull() {
    Heap heap = heap(768, 7_500, 400);
    assertThat(heap.full()).isFalse();
    assertThat(heap.share()).isEqualTo(0.38);
  }

  @Test
  void shouldStandStillWhenEightThousandUse768Megabytes() {
    Heap heap = heap(768, 8_000, 300);
    assertThat(heap.full()).isTrue();
    assertThat(heap.share()).isEqualTo(1);
    assertThat(heap.inflation()).isCloseTo(1 / (1 - 0.38), within(1e-9));
    assertThat(heap.pauseNanos()).isEqualTo(1_000_000_000);
    heap.look(new Heap.Content(0, 0, 0, 0, 0), 300);
    assertThat(heap.full()).isFalse();
    assertThat(heap.pauseNanos()).isLessThan(100_000_000);
  }
}
