package dev.nacoscapacity.core.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Abort;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ScaleModel.BusiestThread;
import dev.nacoscapacity.core.record.ScaleModel.Fidelity;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FidelityCheckerTest {

  private static Fidelity fidelity(
      double needed, double waitingMs, double threadCores, double stolen, double drift) {
    BusiestThread thread = new BusiestThread("node2", "http-nio-8858-e", threadCores);
    return new Fidelity(0.6, 0.7, stolen, needed, waitingMs, thread, drift);
  }

  private static Verdict judged(RunRecord run) {
    return Judge.standard().judge(run, Criteria.defaults());
  }

  @Test
  void shouldPassWhenEachFigureIsAtItsBound() {
    assertThat(judged(Runs.scaleModel(fidelity(20, 100, 1.1, 0.02, 0.01))).status())
        .isEqualTo(Status.PASS);
  }

  @ParameterizedTest
  @CsvSource({
    "timeTooFast,    20.1, 10,  1.0, 0,     0",
    "processorAwaited, 17, 101, 1.0, 0,     0",
    "threadUnpaced,    17, 10,  1.2, 0,     0",
    "timeStolen,       17, 10,  1.0, 0.021, 0",
    "clockDrift,       17, 10,  1.0, 0,     0.011"
  })
  void shouldBeInconclusiveWhenAFigureIsBeyondItsBound(
      String code, double needed, double waitingMs, double cores, double stolen, double drift) {
    Verdict verdict = judged(Runs.scaleModel(fidelity(needed, waitingMs, cores, stolen, drift)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly(code);
  }

  @Test
  void shouldBeInconclusiveWhenTheRegistryFailedWithoutFidelity() {
    RunRecord run = Runs.scaleModel(fidelity(40, 10, 1, 0, 0));

    Verdict verdict = judged(run.withRegistry(run.registry().withKeptBeatingYetDropped(3)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("timeTooFast", "keptBeatingYetDropped");
  }

  @Test
  void shouldBeInconclusiveWhenInstancesAreLostAfterARampThatFilledTheMachine() {
    RunRecord run = Runs.scaleModel(fidelity(17, 10, 1, 0, 0).withRampBusyShare(0.71));

    Verdict verdict = judged(run.withRegistry(run.registry().withKeptBeatingYetDropped(3)));

    assertThat(judged(run).status()).isEqualTo(Status.PASS);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("rampTooFast", "keptBeatingYetDropped");
  }

  @Test
  void shouldBeInconclusiveWhenFidelityIsUnknownWhateverElseFailed() {
    RunRecord run = Runs.scaleModel(null);
    Verdict verdict = judged(run.withRegistry(run.registry().withKeptBeatingYetDropped(3)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("fidelityUnread", "keptBeatingYetDropped");
  }

  /** As where the ramp was given up, or a bound ended the run at once. */
  @Test
  void shouldBeInconclusiveWhenARunThatEndedEarlyShowedNoFidelity() {
    Abort abort = new Abort(Threshold.parse("beat.p99<5ms abort after 1s"), 9, 1);

    Verdict verdict = judged(Runs.scaleModel(null).withAbort(abort));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("fidelityUnread", "aborted");
  }

  @Test
  void shouldAskForNoFidelityInRealTime() {
    assertThat(judged(Runs.good()).status()).isEqualTo(Status.PASS);
  }
}
