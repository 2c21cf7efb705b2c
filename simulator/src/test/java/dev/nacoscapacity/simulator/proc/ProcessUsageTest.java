package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessUsageTest {

  @TempDir Path root;
  private ProcTree proc;

  @BeforeEach
  void twoThreads() {
    proc = new ProcTree(root);
    proc.process("7", "java", 300, 50, 2, 1);
    proc.thread("7", "8", "server-1", 200, 1);
    proc.switches("7", "8", 10, 1);
    proc.thread("7", "9", "load-1", 40, 1);
    proc.switches("7", "9", 5, 2);
  }

  @Test
  void shouldAddUpThreadsWhenTheyLiveAndCountTheTimeOfEndedOnes() {
    ProcessUsage usage = new ProcessUsage(root, 7);

    assertThat(usage.cpuSeconds()).isEqualTo(3.5);
    assertThat(usage.switches()).isEqualTo(18);
  }

  @Test
  void shouldCountTheThreadsThatLive() {
    assertThat(new ProcessUsage(root, 7).threads()).isEqualTo(2);
    assertThat(new ProcessUsage(root, 4711).threads()).isZero();
  }

  @Test
  void shouldReadMemoryAndItsPeak() {
    proc.put("7/status", "Name:\tjava\nVmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\n");
    ProcessUsage usage = new ProcessUsage(root, 7);

    assertThat(usage.residentBytes()).hasValue(1024 * 1024);
    assertThat(usage.peakResidentBytes()).hasValue(2048 * 1024);
  }

  @Test
  void shouldSayNothingWhenTheProcessHasEnded() {
    ProcessUsage usage = new ProcessUsage(root, 4711);

    assertThat(usage.cpuSeconds()).isZero();
    assertThat(usage.switches()).isZero();
    assertThat(usage.residentBytes()).isEmpty();
  }
}
