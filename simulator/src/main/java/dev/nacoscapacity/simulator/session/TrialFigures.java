package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.core.record.LoadUnit;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Table.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The figures of a run in a table. What a run does not tell is absent.
 *
 * @param requestsPerSecond answered calls of all kinds
 * @param beatP99Ms the beats' 99th percentile of latency, over the protocol where they are slower
 * @param cpuMsPerCall CPU time of all nodes for one call that ended
 * @param jitShare share of the JIT compilers in the nodes' CPU time
 * @param callsPerCpuSecond calls of the generator in a second of its CPU time, which shows the
 *     speed of the machine in runs of the same size
 * @param apiPerSecond answered calls of the API that is called at a constant rate
 * @param apiP99Ms the 99th percentile of the latency of that API
 * @param milliCores thousandths of a core that all nodes used for 1,000 instances
 */
public record TrialFigures(
    double requestsPerSecond,
    Double beatP99Ms,
    Double cpuMsPerCall,
    Double jitShare,
    Double callsPerCpuSecond,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double apiPerSecond,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double apiP99Ms,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double milliCores) {

  /** The figures of a trial without measurements. */
  public static final TrialFigures UNKNOWN = new TrialFigures(0, null, null, null, null);

  /** Runs of a size that show a cluster to be warm, at least. */
  public static final int LEAST_TO_WARM = 2;

  /** After this many runs of a size, a cluster that still gets faster counts as warm. */
  public static final int MOST_TO_WARM = 5;

  /** A difference below this share is noise. */
  private static final double NOISE = 0.1;

  /** Largest share of the JIT compilers on a warm node. */
  private static final double COMPILED = 0.1;

  /** The figures of a fleet. */
  public TrialFigures(
      double requestsPerSecond,
      Double beatP99Ms,
      Double cpuMsPerCall,
      Double jitShare,
      Double callsPerCpuSecond) {
    this(requestsPerSecond, beatP99Ms, cpuMsPerCall, jitShare, callsPerCpuSecond, null, null, null);
  }

  /** The figures in a run's record. */
  public static TrialFigures of(RunRecord run) {
    long calls = run.requests(OperationResult::ok);
    return new TrialFigures(
        run.windowSeconds() > 0 ? calls / run.windowSeconds() : 0,
        run.beatP99Ms().orElse(null),
        run.cpuSecondsPerCall().map(seconds -> seconds * 1e3).orElse(null),
        jitShare(run),
        run.generator() == null ? null : run.generator().requestsPerCpuSecond(),
        run.apiPerSecond().orElse(null),
        run.apiP99Ms().orElse(null),
        run.milliCoresPerThousand().orElse(null));
  }

  private static Double jitShare(RunRecord run) {
    List<Server> servers =
        run.servers().values().stream()
            .filter(server -> server.jitMs() != null && server.cpuSeconds() > 0)
            .toList();
    double seconds = servers.stream().mapToDouble(Server::cpuSeconds).sum();
    return seconds == 0 ? null : servers.stream().mapToLong(Server::jitMs).sum() / 1e3 / seconds;
  }

  /** Whether the nodes' JVMs still compile so much that they will become faster. */
  public boolean compiling() {
    return jitShare != null && jitShare > COMPILED;
  }

  /**
   * Whether a call costs the nodes less than before, by more than noise: the nodes are still
   * warming up, since a JVM compiles its hot code after the start. Only runs of the same size are
   * comparable, since the fixed work of a node is divided by the number of calls.
   */
  public boolean cheaperThan(TrialFigures before) {
    return cpuMsPerCall != null
        && before.cpuMsPerCall != null
        && cpuMsPerCall < before.cpuMsPerCall * (1 - NOISE);
  }

  /**
   * Whether the nodes were already warm in an earlier run of the same size, by the known figures.
   */
  public boolean levelAfter(TrialFigures before) {
    return !cheaperThan(before) && !compiling();
  }

  /** The main figures for an operator, on one line. */
  public String words(Language language) {
    return apiPerSecond == null
        ? language.say(
            "trial.figures",
            with("rate", requestsPerSecond).and("p99", beatP99Ms).and("cpu", cpuMsPerCall))
        : language.say(
            "trial.figures.api",
            with("rate", apiPerSecond).and("p99", apiP99Ms).and("cpu", cpuMsPerCall));
  }

  /**
   * The figures of trials as the last columns of a table.
   *
   * @param unit of the sizes of the trials, which tells what is measured
   */
  public static <T> List<Field<T>> fields(LoadUnit unit, Function<T, TrialFigures> of) {
    List<Field<T>> fields =
        new ArrayList<>(
            unit == LoadUnit.CALLS_PER_SECOND
                ? List.of(
                    Field.number("answered/s", 0, of.andThen(TrialFigures::apiPerSecond)),
                    Field.number("p99 ms", 1, of.andThen(TrialFigures::apiP99Ms)))
                : List.of(
                    Field.number("requests/s", 0, of.andThen(TrialFigures::requestsPerSecond)),
                    Field.number("beat p99 ms", 1, of.andThen(TrialFigures::beatP99Ms))));
    fields.add(Field.number("CPU-ms/call", 2, of.andThen(TrialFigures::cpuMsPerCall)));
    if (unit == LoadUnit.INSTANCES) {
      fields.add(Field.number("mcores/1000", 0, of.andThen(TrialFigures::milliCores)));
    }
    fields.add(
        Field.number(
            "JIT %", 0, of.andThen(each -> each.jitShare == null ? null : 100 * each.jitShare)));
    fields.add(Field.number("calls/CPU-s", 0, of.andThen(TrialFigures::callsPerCpuSecond)));
    return fields;
  }
}
