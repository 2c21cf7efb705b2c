package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;

@SuppressWarnings("try") // Signals are heard by being there.
class InterruptsTest {

  private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
  private final StopSignal study = new StopSignal();
  private final StopSignal run = new StopSignal();

  @Test
  void shouldEndTheStudyTooWhenASignalCameWithinARun() {
    try (Interrupts ofStudy = Interrupts.stopOnSignal(study, nowhere)) {
      try (Interrupts ofRun = Interrupts.stopOnSignal(run, nowhere)) {
        Signal.raise(new Signal("TERM"));
        run.awaitUntil(System.nanoTime() + TimeUnit.SECONDS.toNanos(60));

        assertThat(run.request()).isPresent();
        assertThat(study.request()).as("while the run ends in order").isEmpty();
      }
      assertThat(study.request())
          .hasValueSatisfying(why -> assertThat(why.reason()).isEqualTo("interrupted by SIGTERM"));
    }
  }

  @Test
  void shouldLeaveTheStudyAloneWhenNoSignalCameWithinARun() {
    try (Interrupts ofStudy = Interrupts.stopOnSignal(study, nowhere)) {
      Interrupts.stopOnSignal(run, nowhere).close();

      assertThat(study.request()).isEmpty();
    }
  }
}
