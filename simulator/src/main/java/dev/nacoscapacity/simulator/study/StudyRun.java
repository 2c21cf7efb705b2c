package dev.nacoscapacity.simulator.study;

import static dev.nacoscapacity.core.text.Arguments.with;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import java.util.List;

/**
 * A run among the trials of a study: what every kind of study tells of it, beside what is its own.
 *
 * @param run its folder within the study's
 * @param instances of its fleet
 * @param status its verdict; inconclusive when the generator was the limit
 * @param figures stored beside the other fields in {@code study.json}
 * @param reasons of the verdict, worst first
 */
public record StudyRun(
    String run,
    int instances,
    Status status,
    @JsonUnwrapped TrialFigures figures,
    List<Reason> reasons) {

  public StudyRun {
    reasons = List.copyOf(reasons);
  }

  /**
   * A run from its record.
   *
   * @param folder of the run within the study's
   */
  public static StudyRun of(String folder, RunRecord run) {
    return new StudyRun(
        folder,
        run.workload().instances(),
        run.verdict().status(),
        TrialFigures.of(run),
        run.verdict().reasons());
  }

  /** The result for an operator, on one line. */
  public String words(Language language) {
    return language.say(
        "trial.result",
        with("status", status.word())
            .and("figures", figures.words(language))
            .and("why", reasons.isEmpty() ? null : reasons.get(0).in(language)));
  }
}
