package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Percentiles;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.List;

/**
 * Were beats answered in time. Only beats: a late one endangers an instance, while a late list is
 * late news, and a long poll is slow by design.
 */
final class LatencyChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    OperationResult beat = run.operation(Operation.BEAT);
    if (beat == null
        || beat.latencyMs() == null
        || beat.latencyMs().p99() <= criteria.beatP99Ms()) {
      return List.of();
    }
    return List.of(
        new Reason(
            Severity.LATENCY,
            "beatLatency",
            Words.of(
                "beat: latency p99 was %,.0f ms (bound %,.0f ms); %sthe wait for a connection took "
                    + "%s, the answer %s (p99 each).",
                beat.latencyMs().p99(),
                criteria.beatP99Ms(),
                retries(beat.retriesMs()),
                p99(beat.poolWaitMs()),
                p99(beat.serviceMs()))));
  }

  /** Told only where there were some. */
  private static String retries(Percentiles part) {
    return part == null || part.p99() < 1
        ? ""
        : Words.of("attempts that failed before took %s, ", p99(part));
  }

  private static String p99(Percentiles part) {
    return part == null ? "an unknown time" : Words.of("%,.0f ms", part.p99());
  }
}
