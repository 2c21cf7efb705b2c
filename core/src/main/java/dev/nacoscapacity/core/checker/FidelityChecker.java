package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.ScaleModel.Fidelity;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Checks whether the nodes of a scale model behaved as on machines of their own. Where they did
 * not, neither a pass nor a fault says anything of such machines.
 */
final class FidelityChecker implements Checker {

  /** Processors that one thread may use: more, and nothing holds it to one. */
  static final double THREAD_CORES = 1.1;

  /** In ms for each CPU second: the work of a call takes a tenth longer than it should. */
  static final double WAITING_MS = 100;

  static final double STOLEN_SHARE = 0.02;

  static final double DRIFT_SHARE = 0.01;

  /** Of this machine, in the ramp: beyond it threads wait for a processor. */
  static final double RAMP_SHARE = 0.7;

  /** A figure, the code of the reason when it is beyond its bound, and what the reason tells. */
  private record Limit(String code, String unit, ToDoubleFunction<Fidelity> figure) {

    Bound bound(double bound, Optional<Fidelity> fidelity) {
      return new Bound(Criterion.most(code, unit), "", bound, fidelity.map(figure::applyAsDouble));
    }
  }

  private static final Limit DILATION = new Limit("timeTooFast", "", Fidelity::dilationNeeded);
  private static final Limit WAITING = new Limit("processorAwaited", "ms", Fidelity::waitingMs);
  private static final Limit THREAD =
      new Limit("threadUnpaced", "cores", fidelity -> fidelity.busiestThread().cores());
  private static final Limit STOLEN = new Limit("timeStolen", "share", Fidelity::stolenShare);
  private static final Limit DRIFT = new Limit("clockDrift", "share", Fidelity::driftShare);

  /** The bounds of a scale model; none in real time. */
  static List<Bound> bounds(RunRecord run) {
    Optional<Fidelity> fidelity = Optional.ofNullable(run.scaleModel()).flatMap(ScaleModel::known);
    return run.target().dilation().stream()
        .flatMap(
            dilation ->
                List.of(
                    DILATION.bound(dilation, fidelity),
                    WAITING.bound(WAITING_MS, fidelity),
                    THREAD.bound(THREAD_CORES, fidelity),
                    STOLEN.bound(STOLEN_SHARE, fidelity),
                    DRIFT.bound(DRIFT_SHARE, fidelity))
                    .stream())
        .toList();
  }

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    List<Reason> reasons = new ArrayList<>();
    for (Bound bound : bounds(run)) {
      if (bound.measured().isEmpty()) {
        return List.of(Reason.of(Severity.FIDELITY, "fidelityUnread"));
      }
      if (!bound.kept()) {
        reasons.add(Reason.of(Severity.FIDELITY, bound.criterion().name(), arguments(bound, run)));
      }
    }
    // A ramp as fast as nodes answer fills any machine, and most come through it.
    Optional.ofNullable(run.scaleModel())
        .flatMap(ScaleModel::known)
        .map(Fidelity::rampBusyShare)
        .filter(share -> share > RAMP_SHARE && hasLost(run))
        .ifPresent(
            share ->
                reasons.add(
                    Reason.of(
                        Severity.FIDELITY,
                        "rampTooFast",
                        with("measured", share).and("bound", RAMP_SHARE))));
    return reasons;
  }

  private static boolean hasLost(RunRecord run) {
    return run.registry() != null
        && (run.registry().keptBeatingYetDropped() > 0
            || run.registry().neverAppeared() > 0
            || !run.registry().complete());
  }

  private static Arguments arguments(Bound bound, RunRecord run) {
    String code = bound.criterion().name();
    Arguments measured = with("measured", bound.measured());
    if (code.equals(DILATION.code)) {
      return with("measured", Math.ceil(bound.measured().get()))
          .and("dilation", NumberText.exact(run.scaleModel().dilation()));
    }
    Arguments judged = measured.and("bound", bound.bound());
    ScaleModel.BusiestThread thread = run.scaleModel().fidelity().busiestThread();
    return code.equals(THREAD.code)
        ? judged.and("node", thread.node()).and("thread", thread.name())
        : judged;
  }
}
