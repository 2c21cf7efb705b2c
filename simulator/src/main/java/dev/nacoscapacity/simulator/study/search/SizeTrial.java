package dev.nacoscapacity.simulator.study.search;

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
 * @param requestsPerSecond calls of all kinds that were answered
 * @param beatP99Ms the beats' 99th percentile of latency; null without beats
 * @param cpuMsPerCall CPU time of all nodes for one call; null where it is unknown
 * @param jitShare wall-clock time of the nodes' JIT compilations over the nodes' CPU time; null
 *     where it is unknown
 * @param callsPerCpuSecond that the generator made; null where it is unknown
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
    double requestsPerSecond,
    Double beatP99Ms,
    Double cpuMsPerCall,
    Double jitShare,
    Double callsPerCpuSecond,
    String broke,
    List<String> reasons,
    List<String> saturation)
    implements SizeResult {

  public SizeTrial {
    reasons = List.copyOf(reasons);
    // Studies of older versions leave it out.
    saturation = saturation == null ? List.of() : List.copyOf(saturation);
  }

  /** What a run says of its size. */
  public static SizeTrial of(TrialStage stage, String folder, RunRecord run) {
    TrialFigures figures = TrialFigures.of(run);
    return new SizeTrial(
        run.workload().instances(),
        stage,
        run.verdict().status(),
        folder,
        figures.requestsPerSecond(),
        figures.beatP99Ms(),
        figures.cpuMsPerCall(),
        figures.jitShare(),
        figures.callsPerCpuSecond(),
        run.verdict().reasons().stream().findFirst().map(why -> why.severity().word()).orElse(null),
        run.verdict().reasons().stream().map(Reason::text).toList(),
        run.verdict().status() == Status.FAIL ? Saturation.of(run) : List.of());
  }

  @Override
  public TrialFigures figures() {
    return new TrialFigures(
        requestsPerSecond, beatP99Ms, cpuMsPerCall, jitShare, callsPerCpuSecond);
  }
}
