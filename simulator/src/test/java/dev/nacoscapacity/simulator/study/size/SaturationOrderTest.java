package dev.nacoscapacity.simulator.study.size;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.verdict.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SaturationOrderTest {

  private static final int MEGABYTE = 1 << 20;

  private final List<ServerRow> rows = new ArrayList<>();
  private double cpu;

  private void second(double cores, int threads, int heap) {
    cpu += cores;
    rows.add(
        new ServerRow(
            Instant.EPOCH,
            rows.size(),
            "node1",
            new ServerRow.Cpu(cpu, null, threads),
            new ServerRow.Jvm((long) heap * MEGABYTE, 100L * MEGABYTE, null, 0L),
            null,
            0,
            ServerRow.MODEL));
  }

  private List<String> codes() {
    return SaturationOrder.of(rows, 2, 200).stream().map(Reason::code).toList();
  }

  @Test
  void shouldPutFirstWhatWasSaturationOrderAlthoughItIsIdleLater() {
    for (int i = 0; i < 10; i++) {
      second(1.98, 20 * i, 50);
    }
    for (int i = 0; i < 10; i++) {
      second(0.1, 200, 50);
    }

    assertThat(codes()).containsExactly("processorsFull", "threadsFull");
  }

  @Test
  void shouldGoByWhenItBeganAndNotByWhenItWasCertain() {
    for (int i = 0; i < 10; i++) {
      second(2, 10, i < 2 ? 50 : 99);
    }

    assertThat(codes()).containsExactly("processorsFull", "heapFull");
  }

  @Test
  void shouldNotMindABusySecond() {
    for (int i = 0; i < 10; i++) {
      second(i == 5 ? 2 : 1, 10, 50);
    }

    assertThat(codes()).containsExactly("nothingFull");
  }

  @Test
  void shouldSeeAFullHeap() {
    for (int i = 0; i < 10; i++) {
      second(1, 10, 10 * i + 9);
    }

    assertThat(codes()).containsExactly("heapFull");
  }
}
