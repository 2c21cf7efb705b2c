package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;
import sun.misc.SignalHandler;

@SuppressWarnings("try") // Signals are heard by being there.
class ShutdownSignalsTest {

  private static final Signal TERM = new Signal("TERM");

  private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
  private final StopSignal study = new StopSignal();
  private final StopSignal run = new StopSignal();

  @Test
  void shouldEndTheStudyTooWhenASignalCameWithinARun() {
    try (ShutdownSignals ofStudy = ShutdownSignals.stopOnSignal(study, nowhere, "")) {
      try (ShutdownSignals ofRun = ShutdownSignals.stopOnSignal(run, nowhere, "")) {
        Signal.raise(TERM);
        await().atMost(Duration.ofSeconds(60)).until(() -> run.request().isPresent());
      }
      assertThat(study.request())
          .hasValueSatisfying(why -> assertThat(why.reason()).isEqualTo("interrupted by SIGTERM"));
    }
  }

  @Test
  void shouldSayHowToMendWhatIsLeftWhenCtrlCComesTwice() {
    Signal ctrlC = new Signal("INT");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    List<Integer> halts = new ArrayList<>();
    try (ShutdownSignals interrupts =
        ShutdownSignals.stopOnSignal(
            run, new PrintStream(said), "; bin/nacos-cluster heal mends it", halts::add)) {
      // That of SIGINT cannot be had where SIGINT is ignored, as in a background job of a shell.
      SignalHandler handler = Signal.handle(TERM, ignored -> {});
      Signal.handle(TERM, handler);

      handler.handle(ctrlC);
      assertThat(said.toString()).doesNotContain("heal");
      handler.handle(ctrlC);
    }
    assertThat(said.toString())
        .endsWith(
            "ended at once; what is still registered expires within 30 s; bin/nacos-cluster heal"
                + " mends it"
                + System.lineSeparator());
    assertThat(halts).containsExactly(2);
  }

  @Test
  void shouldSayOnTheStudysStreamThatARunEnds() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (ShutdownSignals ofStudy = ShutdownSignals.stopOnSignal(study, new PrintStream(said), "");
        ShutdownSignals ofRun = ShutdownSignals.stopOnSignal(run, nowhere, "")) {
      Signal.raise(TERM);
      await().atMost(Duration.ofSeconds(60)).until(() -> run.request().isPresent());
    }
    assertThat(said.toString()).contains("SIGTERM: ending in order");
  }

  @Test
  void shouldEndARunThatBeginsWhenTheSignalHasJustCome() {
    try (ShutdownSignals ofStudy = ShutdownSignals.stopOnSignal(study, nowhere, "")) {
      Signal.raise(TERM);
      await().atMost(Duration.ofSeconds(60)).until(() -> study.request().isPresent());

      try (ShutdownSignals ofRun = ShutdownSignals.stopOnSignal(run, nowhere, "")) {
        assertThat(run.request()).isPresent();
      }
    }
  }

  @Test
  void shouldEndARunThatBeganWhileTheSignalWasOnItsWayToTheStudy() {
    try (ShutdownSignals ofStudy = ShutdownSignals.stopOnSignal(study, nowhere, "")) {
      SignalHandler studys = Signal.handle(TERM, ignored -> {});
      Signal.handle(TERM, studys);
      try (ShutdownSignals ofRun = ShutdownSignals.stopOnSignal(run, nowhere, "")) {
        studys.handle(TERM);

        assertThat(run.request()).isPresent();
        assertThat(study.request()).isPresent();
      }
    }
  }

  @Test
  void shouldEndTheStudyWhenTheSignalReachesARunThatIsOver() {
    try (ShutdownSignals ofStudy = ShutdownSignals.stopOnSignal(study, nowhere, "")) {
      ShutdownSignals ofRun = ShutdownSignals.stopOnSignal(run, nowhere, "");
      SignalHandler runs = Signal.handle(TERM, ignored -> {});
      ofRun.close();

      runs.handle(TERM);

      assertThat(study.request()).isPresent();
    }
  }

  @Test
  void shouldLeaveTheStudyAloneWhenNoSignalCameWithinARun() {
    try (ShutdownSignals ofStudy = ShutdownSignals.stopOnSignal(study, nowhere, "")) {
      ShutdownSignals.stopOnSignal(run, nowhere, "").close();

      assertThat(study.request()).isEmpty();
    }
  }
}
