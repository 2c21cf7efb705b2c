package dev.nacoscapacity.simulator.plan;

import dev.nacoscapacity.reports.record.Operation;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;

/**
 * What came of a row.
 *
 * @param row its number, from 1
 * @param round the name of its round
 * @param published the round of the published report that it repeats, or null
 * @param run the folder of the run within the study's
 * @param version of the cluster
 * @param auth whether calls needed a token
 * @param authCache whether verified tokens were cached
 * @param requestsPerSecond calls of all kinds that were answered
 * @param beatP99Ms the beats' 99th percentile of latency; null without beats
 * @param reasons of the verdict, worst first
 */
public record PlanTrial(
    int row,
    String round,
    String published,
    String run,
    String version,
    boolean auth,
    boolean authCache,
    int instances,
    Status status,
    double requestsPerSecond,
    Double beatP99Ms,
    List<String> reasons) {

  public PlanTrial {
    reasons = List.copyOf(reasons);
  }

  /** What a run says of its row. */
  public static PlanTrial of(int number, Row row, String folder, RunRecord run) {
    long calls = run.operations().values().stream().mapToLong(Operation::ok).sum();
    Operation beats = run.operations().get(Operation.BEAT);
    return new PlanTrial(
        number,
        row.round(),
        row.published(),
        folder,
        row.cluster().version().toString(),
        row.cluster().auth(),
        row.cluster().authCache(),
        run.workload().instances(),
        run.verdict().status(),
        run.windowSeconds() > 0 ? calls / run.windowSeconds() : 0,
        beats == null || beats.latencyMs() == null ? null : beats.latencyMs().p99(),
        run.verdict().reasons().stream().map(reason -> reason.text()).toList());
  }
}
