package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.List;

/** Did beats reach the wire so late that a registry in good order drops instances. */
final class BeatGapChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    Registry registry = run.registry();
    if (registry == null
        || registry.beatGapMs() == null
        || registry.beatGapMs().max() <= criteria.beatGapMs(run.workload().protocol())) {
      return List.of();
    }
    return List.of(
        new Reason(
            Severity.CAUSE,
            "lateBeats",
            Words.of(
                run.workload().protocol().equals("grpc")
                    ? "Nothing was written on the connection of one instance for up to %.1f s (p99 "
                        + "%.1f s); after 20 s a node asks whether it is still there."
                    : "Beats of one instance were written up to %.1f s apart (p99 %.1f s); after 15 s "
                        + "a node calls an instance unhealthy.",
                registry.beatGapMs().max() / 1e3,
                registry.beatGapMs().p99() / 1e3)));
  }
}
