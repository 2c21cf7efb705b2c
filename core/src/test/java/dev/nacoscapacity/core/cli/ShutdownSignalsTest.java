package dev.nacoscapacity.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;
import sun.misc.SignalHandler;

@SuppressWarnings("try") // Signals are heard by being there.
class ShutdownSignalsTest {

  private static final Signal TERM = new Signal("TERM");

  private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
  private final BlockingQueue<String> study = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> run = new LinkedBlockingQueue<>();

  @Test
  void shouldEndTheStudyTooWhenASignalCameWithinARun() throws InterruptedException {
    try (ShutdownSignals ofStudy = open(study)) {
      try (ShutdownSignals ofRun = open(run)) {
        Signal.raise(TERM);
        assertThat(run.poll(60, TimeUnit.SECONDS)).isEqualTo("SIGTERM");
      }
      assertThat(study).containsExactly("SIGTERM");
    }
  }

  @Test
  void shouldEndAtOnceWhenCtrlCComesTwice() {
    Signal ctrlC = new Signal("INT");
    try (ShutdownSignals ofStudy = ShutdownSignals.open(nowhere, study::add, () -> {});
        ShutdownSignals ofRun = ShutdownSignals.open(nowhere, run::add, () -> run.add("at once"))) {
      // That of SIGINT cannot be had where SIGINT is ignored, as in a background job of a shell.
      SignalHandler handler = handler();

      handler.handle(ctrlC);
      handler.handle(TERM);
      assertThat(run).containsExactly("SIGINT");
      handler.handle(ctrlC);
    }
    assertThat(run).containsExactly("SIGINT", "at once");
  }

  @Test
  void shouldAnnounceTheEndOnTheStudysStream() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (ShutdownSignals ofStudy =
            ShutdownSignals.open(
                new PrintStream(printed),
                Language.ENGLISH,
                study::add,
                Message.asIs("closing the study"),
                "");
        ShutdownSignals ofRun = open(run)) {
      handler().handle(TERM);
    }
    assertThat(printed.toString()).contains("SIGTERM: closing the study; Ctrl-C now ends at once");
  }

  @Test
  void shouldEndARunThatBeginsWhenTheSignalHasJustCome() {
    try (ShutdownSignals ofStudy = open(study)) {
      handler().handle(TERM);

      try (ShutdownSignals ofRun = open(run)) {
        assertThat(run).containsExactly("SIGTERM");
      }
    }
  }

  @Test
  void shouldEndARunThatBeganWhileTheSignalWasOnItsWayToTheStudy() {
    try (ShutdownSignals ofStudy = open(study)) {
      SignalHandler studys = handler();
      try (ShutdownSignals ofRun = open(run)) {
        studys.handle(TERM);

        assertThat(run).hasSize(1);
        assertThat(study).hasSize(1);
      }
    }
  }

  @Test
  void shouldEndTheStudyWhenTheSignalReachesARunThatIsOver() {
    try (ShutdownSignals ofStudy = open(study)) {
      ShutdownSignals ofRun = open(run);
      SignalHandler runs = handler();
      ofRun.close();

      runs.handle(TERM);

      assertThat(study).hasSize(1);
    }
  }

  @Test
  void shouldInterruptAnOpeningAndClearTheInterrupt() {
    try (ShutdownSignals ofStudy = open(study)) {
      boolean interrupted =
          ofStudy.whileOpening(
              () -> {
                handler().handle(TERM);
                return Thread.currentThread().isInterrupted();
              });

      assertThat(interrupted).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  private ShutdownSignals open(BlockingQueue<String> stops) {
    return ShutdownSignals.open(nowhere, Language.ENGLISH, stops::add, "");
  }

  /** The handler of all signals. */
  private static SignalHandler handler() {
    SignalHandler handler = Signal.handle(TERM, ignored -> {});
    Signal.handle(TERM, handler);
    return handler;
  }
}
