package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.record.Operation;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.verdict.Status;
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
 * @param reasons of the verdict, worst first
 */
public record Trial(
    int instances,
    Stage stage,
    Status status,
    String run,
    double requestsPerSecond,
    Double beatP99Ms,
    Double cpuMsPerCall,
    List<String> reasons) {

  public Trial {
    reasons = List.copyOf(reasons);
  }

  /** What a run says of its size. */
  public static Trial of(Stage stage, String folder, RunRecord run) {
    long calls = run.operations().values().stream().mapToLong(Operation::ok).sum();
    Operation beats = run.operations().get(Operation.BEAT);
    return new Trial(
        run.workload().instances(),
        stage,
        run.verdict().status(),
        folder,
        run.windowSeconds() > 0 ? calls / run.windowSeconds() : 0,
        beats == null || beats.latencyMs() == null ? null : beats.latencyMs().p99(),
        cpuMsPerCall(run, calls),
        run.verdict().reasons().stream().map(reason -> reason.text()).toList());
  }

  private static Double cpuMsPerCall(RunRecord run, long calls) {
    double seconds = run.servers().values().stream().mapToDouble(Server::cpuSeconds).sum();
    if (run.generator() != null && run.generator().standInCpuSeconds() != null) {
      seconds += run.generator().standInCpuSeconds();
    }
    return calls == 0 || seconds == 0 ? null : seconds * 1e3 / calls;
  }
}
