package dev.nacoscapacity.reports.outcome;

import dev.nacoscapacity.core.checker.Bound;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of one run.
 *
 * @param name of the run's folder, with the round in a plan
 * @param run its record
 * @param superseded whether its verdict does not count, since another row of its round of a plan
 *     passed
 */
public record Outcome(String name, RunRecord run, boolean superseded) {

  /** The status; inconclusive for a run that stopped before it had a verdict. */
  public Status status() {
    return run.verdict() == null ? Status.INCONCLUSIVE : run.verdict().status();
  }

  /** The reasons, worst first. */
  List<Reason> reasons() {
    Verdict verdict = run.verdict();
    return verdict == null ? List.of() : verdict.reasons();
  }

  /** Where to read what to do about the reasons; empty when there are none. */
  Optional<Message> help() {
    return Optional.ofNullable(run.verdict()).flatMap(Verdict::help);
  }

  /** The worst reason, or another explanation when there is none. */
  String why(Language language) {
    if (!reasons().isEmpty()) {
      return reasons().get(0).in(language);
    }
    return run.verdict() == null ? language.say("outcome.noVerdict") : "";
  }

  /** The bounds of the run, with the measured values. */
  List<Bound> bounds() {
    return Bound.of(run);
  }
}
