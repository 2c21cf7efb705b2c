package dev.nacoscapacity.simulator.study;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;

/**
 * What a table says of a run.
 *
 * @param requestsPerSecond calls of all kinds that were answered
 * @param beatP99Ms the beats' 99th percentile of latency, over the protocol where they are slower;
 *     null without beats
 * @param cpuMsPerCall CPU time of all nodes for one call that ended; null where it is unknown
 * @param jitShare of the nodes' CPU time that their JIT compilers took; null where it is unknown
 * @param callsPerCpuSecond that the generator made: between runs of the same size it shows how fast
 *     the machine was meanwhile; null where it is unknown
 */
public record TrialFigures(
    double requestsPerSecond,
    Double beatP99Ms,
    Double cpuMsPerCall,
    Double jitShare,
    Double callsPerCpuSecond) {

  /** Of a trial that measured none. */
  public static final TrialFigures UNKNOWN = new TrialFigures(0, null, null, null, null);

  /** The headings of {@link #cells}. */
  public static final List<String> HEADINGS =
      List.of("requests/s", "beat p99 ms", "CPU-ms/call", "JIT %", "calls/CPU-s");

  /** A cluster that gets warmer for more runs of a size than this is taken as it is. */
  public static final int MOST_TO_WARM = 5;

  /** A difference below this share is noise. */
  private static final double NOISE = 0.1;

  /** What a warm node's compilers still take now and then, at most. */
  private static final double COMPILED = 0.1;

  /** What a run's record says. */
  public static TrialFigures of(RunRecord run) {
    long calls = run.requests(OperationResult::ok);
    Double cpuSeconds = run.cpuSecondsPerCall();
    return new TrialFigures(
        run.windowSeconds() > 0 ? calls / run.windowSeconds() : 0,
        run.beatP99Ms(),
        cpuSeconds == null ? null : Double.valueOf(cpuSeconds * 1e3),
        jitShare(run),
        run.generator() == null ? null : run.generator().requestsPerCpuSecond());
  }

  private static Double jitShare(RunRecord run) {
    List<Server> known =
        run.servers().values().stream()
            .filter(server -> server.jitMs() != null && server.cpuSeconds() > 0)
            .toList();
    double seconds = known.stream().mapToDouble(Server::cpuSeconds).sum();
    return seconds == 0 ? null : known.stream().mapToLong(Server::jitMs).sum() / 1e3 / seconds;
  }

  /** Whether the nodes' JVMs still compile so much that they will be faster. */
  public boolean compiling() {
    return jitShare != null && jitShare > COMPILED;
  }

  /**
   * Whether a call costs the nodes less than it did, by more than noise: they are still warming,
   * for a JVM that was just started compiles what it runs most. Only runs of the same size compare,
   * since what a node does for itself is shared by more calls or fewer.
   */
  public boolean cheaperThan(TrialFigures before) {
    return cpuMsPerCall != null
        && before.cpuMsPerCall != null
        && cpuMsPerCall < before.cpuMsPerCall * (1 - NOISE);
  }

  /** Whether the nodes were warm already in an earlier run of the same size, as far as is known. */
  public boolean levelAfter(TrialFigures before) {
    return !cheaperThan(before) && !compiling();
  }

  /** What an operator watches for, in a line. */
  public String words() {
    return NumberText.of("%,.0f requests/s", requestsPerSecond)
        + (beatP99Ms == null ? "" : NumberText.of(", beat p99 %,.0f ms", beatP99Ms))
        + (cpuMsPerCall == null ? "" : NumberText.of(", %.2f CPU-ms a call", cpuMsPerCall));
  }

  /**
   * What came of the run, in a line.
   *
   * @param reasons of the verdict, worst first
   */
  public String result(Status status, List<Reason> reasons) {
    return status.word()
        + " at "
        + words()
        + (reasons.isEmpty() ? "" : ": " + reasons.get(0).text());
  }

  /** As a row of a table has them. */
  public List<String> cells() {
    return List.of(
        NumberText.of("%,.0f", requestsPerSecond),
        beatP99Ms == null ? "-" : NumberText.of("%,.1f", beatP99Ms),
        cpuMsPerCall == null ? "-" : NumberText.of("%.2f", cpuMsPerCall),
        jitShare == null ? "-" : NumberText.of("%.0f", 100 * jitShare),
        callsPerCpuSecond == null ? "-" : NumberText.of("%,.0f", callsPerCpuSecond));
  }
}
