package dev.nacoscapacity.simulator.preflight.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineSpeedTest {

  /** Nanoseconds of the calling thread. */
  private final ThreadLocal<long[]> passed = ThreadLocal.withInitial(() -> new long[1]);

  /**
   * @param piece nanoseconds that a piece takes
   * @param share of the time in which a thread has a processor
   */
  private String line(long piece, double share) throws InterruptedException {
    return new MachineSpeed(
            () -> () -> passed.get()[0] += piece,
            () -> passed.get()[0],
            () -> (long) (share * passed.get()[0]),
            2)
        .line();
  }

  @Test
  void shouldCompareACoreWithThatOfTheReferenceMachine() throws InterruptedException {
    assertThat(line((long) (2e9 / MachineSpeed.REFERENCE), 1))
        .startsWith("speed of a core: 0.50 with 2 cores busy, for bin/simulator size --speed");
  }

  @Test
  void shouldTellNoSpeedWhenOtherProgramsTookTheProcessors() throws InterruptedException {
    assertThat(line(1_000_000, 0.8))
        .contains("no speed of a core", "took 20 % of the processor time", "quiet machine");
  }

  @Test
  void shouldDoTheSameWorkEachTime() {
    Runnable work = new RegistryWork().ofOneThread();
    work.run();
    work.run();
  }
}
