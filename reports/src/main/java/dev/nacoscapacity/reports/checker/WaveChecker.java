package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.List;

/** Checks that the waves of the fleet were over when the measurement window ended. */
final class WaveChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    if (EndChecker.endedEarly(run)) {
      return List.of();
    }
    return run.waves().stream()
        .filter(wave -> wave.unfinished() > 0)
        .map(
            wave ->
                Reason.of(
                    Lateness.severity(Severity.MISSING, run, criteria),
                    "waveUnfinished",
                    with("count", wave.unfinished())
                        .and("instances", wave.instances())
                        .and("kind", wave.kind().word())
                        .and("at", wave.atSeconds())))
        .toList();
  }
}
