package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.List;

/** Did the run end in its own time. */
final class EndChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    if (run.guardStop() != null) {
      return List.of(
          new Reason(
              Severity.HARM, "guardStop", "The guard stopped the load: " + run.guardStop() + "."));
    }
    if (run.generatorStop() != null) {
      return List.of(
          new Reason(
              Severity.INTERRUPTED,
              "generatorStop",
              "The load was stopped while the generator itself was late, which may be why: "
                  + run.generatorStop()
                  + "."));
    }
    if (run.interrupted()) {
      return List.of(
          new Reason(
              Severity.INTERRUPTED,
              "interrupted",
              Words.of("The run was interrupted after %.0f s.", run.durationSeconds())));
    }
    return List.of();
  }

  /** Whether that already says why something is absent from the record. */
  static boolean endedEarly(RunRecord run) {
    return run.interrupted() || run.guardStop() != null || run.generatorStop() != null;
  }
}
