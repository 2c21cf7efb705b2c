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
    proc.thread("7", "9", "load-1", 40, 1);
  }

  @Test
  void shouldCountTheTimeOfAllThreads() {
    assertThat(new ProcessUsage(root, 7).cpuSeconds()).isEqualTo(3.5);
  }

  @Test
  void shouldCountTheThreadsThatLive() {
    assertThat(new ProcessUsage(root, 7).threads()).isEqualTo(2);
    assertThat(new ProcessUsage(root, 4711).threads()).isZero();
  }

  @Test
  void shouldReadResidentMemory() {
    proc.put("7/status", "Name:\tjava\nVmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\n");

    assertThat(new ProcessUsage(root, 7).residentBytes()).hasValue(1024 * 1024);
  }

  @Test
  void shouldSayNothingWhenTheProcessHasEnded() {
    ProcessUsage usage = new ProcessUsage(root, 4711);

    assertThat(usage.cpuSeconds()).isZero();
    assertThat(usage.residentBytes()).isEmpty();
  }
}
