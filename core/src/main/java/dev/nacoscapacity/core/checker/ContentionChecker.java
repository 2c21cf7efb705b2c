package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Contention;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
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
    // What others take is by the wall, also beside a cluster whose time is slow.
    double seconds = contention.seconds() * run.target().dilation().orElse(1.0);
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
