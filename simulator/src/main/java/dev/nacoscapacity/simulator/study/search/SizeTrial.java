package dev.nacoscapacity.simulator.study.search;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.List;

/**
 * One size, tried.
 *
 * @param instances the size
 * @param stage what it was tried for
 * @param status what came of it; inconclusive when the generator was the limit
 * @param run the folder of the run within the study's
 * @param figures beside the other fields in {@code study.json}
 * @param broke the worst reason's severity: {@code unhealthy}, {@code missing}, {@code latency},
 *     {@code errors}, …; null when it passed
 * @param reasons of the verdict, worst first
 * @param saturation what was used up then, and what was not; empty unless it failed
 */
public record SizeTrial(
    int instances,
    TrialStage stage,
    Status status,
    String run,
    @JsonUnwrapped TrialFigures figures,
    String broke,
    List<Reason> reasons,
    List<Reason> saturation)
    implements SizeResult {

  public SizeTrial {
    reasons = List.copyOf(reasons);
    saturation = List.copyOf(saturation);
  }

  /** What a run says of its size. */
  public static SizeTrial of(TrialStage stage, String folder, RunRecord run) {
    return new SizeTrial(
        run.workload().instances(),
        stage,
        run.verdict().status(),
        folder,
        TrialFigures.of(run),
        run.verdict().reasons().stream().findFirst().map(why -> why.severity().word()).orElse(null),
        run.verdict().reasons(),
        run.verdict().status() == Status.FAIL ? Saturation.of(run) : List.of());
  }
}
