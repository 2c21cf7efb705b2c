package dev.nacoscapacity.simulator.study.search;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.List;

/**
 * A trial of one size.
 *
 * @param instances the size
 * @param stage purpose of the trial
 * @param status its result; inconclusive when the generator was the limit
 * @param run the folder of the run within the study's
 * @param figures beside the other fields in {@code study.json}
 * @param broke the worst reason's severity: {@code unhealthy}, {@code missing}, {@code latency},
 *     {@code errors}, …; null when it passed
 * @param reasons of the verdict, worst first
 * @param saturation which resources were exhausted, and which were not; empty unless the trial
 *     failed
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

  /**
   * The result of a run.
   *
   * @param instances the size that was tried
   */
  public static SizeTrial of(int instances, TrialStage stage, String folder, RunRecord run) {
    return new SizeTrial(
        instances,
        stage,
        run.verdict().status(),
        folder,
        TrialFigures.of(run),
        run.verdict().reasons().stream().findFirst().map(why -> why.severity().word()).orElse(null),
        run.verdict().reasons(),
        run.verdict().status() == Status.FAIL ? Saturation.of(run) : List.of());
  }
}
