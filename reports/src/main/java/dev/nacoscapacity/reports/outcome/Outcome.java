package dev.nacoscapacity.reports.outcome;

import dev.nacoscapacity.reports.checker.Bound;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.util.List;

/**
 * What one run came to.
 *
 * @param name of its folder, with the round of a plan's row
 * @param run as its record has it
 * @param superseded whether its verdict does not count, since a smaller load of the same round of a
 *     plan passed
 */
public record Outcome(String name, RunRecord run, boolean superseded) {

  /** Inconclusive for a run that ended before it had a verdict. */
  public Status status() {
    return run.verdict() == null ? Status.INCONCLUSIVE : run.verdict().status();
  }

  /** Worst first. */
  List<Reason> reasons() {
    Verdict verdict = run.verdict();
    return verdict == null ? List.of() : verdict.reasons();
  }

  /** The worst reason; what else there is to say where there is none. */
  String why() {
    if (!reasons().isEmpty()) {
      return reasons().get(0).text();
    }
    return run.verdict() == null ? "The run ended before it had a verdict." : "";
  }

  /** Its bounds beside what it measured. */
  List<Bound> bounds() {
    return Bound.of(run);
  }
}
