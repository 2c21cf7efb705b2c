package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.Contention;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.List;

/**
 * Checks whether others took processor time from nodes and generator on the same machine: a search
 * would otherwise take the limit of a busy machine for that of the registry.
 */
final class ContentionChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    Contention contention = run.contention();
    if (contention == null || contention.worstShare() <= criteria.contentionShare()) {
      return List.of();
    }
    double seconds = contention.seconds();
    double stolen = contention.stolenCpuSeconds() / seconds;
    return List.of(
        Reason.of(
            Severity.CONTENTION,
            "contention",
            with("share", contention.worstShare())
                .and("bound", criteria.contentionShare())
                .and("seconds", Contention.WORST_SECONDS)
                .and("others", contention.otherCpuSeconds() / seconds)
                .and("stolen", stolen < 0.005 ? null : stolen)));
  }
}
