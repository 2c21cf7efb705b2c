package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
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
