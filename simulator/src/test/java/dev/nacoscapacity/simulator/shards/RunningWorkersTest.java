package dev.nacoscapacity.simulator.shards;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunningWorkersTest {

  private static final long SECOND = 1_000_000_000L;

  /** Overflows within the tests, as a nano clock may. */
  private static final long START = Long.MAX_VALUE - 30 * SECOND;

  private final RunningWorkers workers = new RunningWorkers();

  @Test
  void shouldFindAWorkerThatIsSilentForTooLong() {
    workers.noteMessage(0, START);
    workers.noteMessage(1, START);

    for (int second = 1; second <= 60; second++) {
      workers.noteMessage(1, START + second * SECOND);
      assertThat(workers.silent(START + second * SECOND)).isEmpty();
    }
    assertThat(workers.silent(START + 61 * SECOND)).containsExactly(0);
    assertThat(workers.silent(START + 62 * SECOND)).as("its process is being ended").isEmpty();
  }

  @Test
  void shouldBlameNoWorkerWhenThisProcessWasPaused() {
    workers.noteMessage(0, START);
    assertThat(workers.silent(START)).isEmpty();

    assertThat(workers.silent(START + 100 * SECOND)).isEmpty();
    assertThat(workers.silent(START + 101 * SECOND)).isEmpty();
  }

  @Test
  void shouldForgetAWorkerThatHasExited() {
    workers.noteMessage(0, START);
    workers.noteMessage(1, START);

    workers.exited(0);

    assertThat(workers.all()).containsExactly(1);
  }
}
