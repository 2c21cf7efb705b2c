package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.core.record.Generator.GcPause;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorUsageTest {

  @TempDir Path root;

  private ProcTree proc;
  private GeneratorUsage usage;

  @BeforeEach
  void startWithWorkDoneBefore() {
    proc = new ProcTree(root);
    proc.thread("self", "1", "fleet-0", 100, 7);
    proc.thread("self", "2", "C2 CompilerThre", 200, 7);
    usage = new GeneratorUsage(root);
  }

  @AfterEach
  void stop() {
    usage.close();
  }

  @Test
  void shouldAttributeCpuTimeToTheRolesOfThreads() {
    proc.thread("self", "1", "fleet-0", 400, 7);
    proc.thread("self", "2", "C2 CompilerThre", 250, 7);
    proc.thread("self", "3", "stand-in-1", 120, 8);
    proc.thread("self", "4", "GC Thread#0", 30, 7);
    proc.thread("self", "5", "main (odd) name", 60, 7);

    GeneratorUsage.Total summary = usage.summary();

    assertThat(summary.generatorCpuSeconds()).isEqualTo(3.0);
    assertThat(summary.standInCpuSeconds()).isEqualTo(1.2);
    assertThat(summary.jitCpuSeconds()).isEqualTo(0.5);
    assertThat(summary.gcCpuSeconds()).isEqualTo(0.3);
  }

  @Test
  void shouldKeepTheCpuTimeOfAnEndedThreadWhoseIdIsReused() {
    proc.thread("self", "1", "fleet-0", 300, 7);
    usage.sample();
    proc.thread("self", "1", "fleet-9", 50, 99);

    assertThat(usage.summary().generatorCpuSeconds()).isEqualTo(2.5);
  }

  @Test
  void shouldRecogniseThreadsWhoseNamesANewerJvmShortens() {
    assertThat(ThreadRole.of("C1 Comp..read0")).isEqualTo(ThreadRole.JIT);
    assertThat(ThreadRole.of("stand-i..node12")).isEqualTo(ThreadRole.STAND_IN);
    assertThat(ThreadRole.of("G1 Refine#0")).isEqualTo(ThreadRole.GC);
    assertThat(ThreadRole.of("VM Thread")).isEqualTo(ThreadRole.GC);
    assertThat(ThreadRole.of("VM Periodic Tas")).isEqualTo(ThreadRole.OTHER);
  }

  @Test
  void shouldReportPausesAndHeapWhenTheCollectorHasRun() {
    System.gc();
    await().atMost(Duration.ofSeconds(60)).until(() -> usage.summary().gcPauses().count() > 0);
    assertThat(usage.summary().heapMaxBytes()).isPositive();
  }

  @Test
  void shouldReportThePeakResidentMemoryOfTheWindow() {
    assertThat(usage.summary().residentMaxBytes()).isNull();
    proc.put("self/status", "VmHWM:\t  999 kB\nVmRSS:\t  300 kB\nThreads:\t5\n");
    usage.sample();
    usage.beginWindow();
    proc.put("self/status", "VmRSS:\t  400 kB\n");
    usage.sample();
    proc.put("self/status", "VmRSS:\t  200 kB\n");

    assertThat(usage.summary().residentMaxBytes()).isEqualTo(400 * 1024);

    usage.beginWindow();
    assertThat(usage.summary().residentMaxBytes()).isEqualTo(200 * 1024);
  }

  @Test
  void shouldLeaveOutConcurrentCyclesWhenSummingPauses() {
    try (HeapWatch heap = new HeapWatch()) {
      heap.restart();
      heap.collected("ZGC Major Cycles", 900, 1);
      heap.collected("ZGC Major Pauses", 2, Long.MAX_VALUE);
      heap.collected("ZGC Major Pauses", 3, 1);
      assertThat(heap.pauses()).isEqualTo(new GcPause(2, 5, 3));
      assertThat(heap.heapMaxBytes()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void shouldReadThisProcessWhenTheProcFileSystemIsReal() {
    try (GeneratorUsage own = new GeneratorUsage(Path.of("/proc"))) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                System.gc();
                return own.summary().gcCpuSeconds() > 0;
              });
    }
  }
}
