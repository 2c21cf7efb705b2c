package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a fleet that grows within its run fared at one of its sizes.
 *
 * @param instances that were to be registered, in all
 * @param beginSeconds of its measurement window, since the run began
 * @param endSeconds likewise
 * @param status of its verdict; absent of the last one until the run is judged
 * @param reasons against a pass, worst first
 * @param operations of clients in its measurement window, by name
 * @param worst what the worst node listed at its worst moment; no figures when unknown
 */
public record StageResult(
    int instances,
    double beginSeconds,
    double endSeconds,
    Status status,
    List<Reason> reasons,
    Map<String, OperationResult> operations,
    RegistryStats worst) {

  public StageResult {
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
    worst = worst == null ? new RegistryStats() : worst;
    operations =
        operations == null
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(operations));
  }

  /** The figures of a run's present measurement window, which is not judged. */
  public static StageResult of(RunRecord run, int instances, double beginSeconds) {
    return new StageResult(
        instances,
        beginSeconds,
        beginSeconds + run.windowSeconds(),
        null,
        List.of(),
        ofClients(run.operations()),
        run.registry() == null ? new RegistryStats() : run.registry().worst());
  }

  private static Map<String, OperationResult> ofClients(Map<String, OperationResult> all) {
    Map<String, OperationResult> calls = new LinkedHashMap<>(all);
    calls.keySet().removeIf(name -> Operation.isOwn(name) || name.equals(Operation.PUSH.label()));
    return calls;
  }

  /** The same with its verdict. */
  public StageResult judged(Verdict verdict) {
    return new StageResult(
        instances,
        beginSeconds,
        endSeconds,
        verdict.status(),
        verdict.reasons(),
        operations,
        worst);
  }

  /** The same stages, of which one that is not judged yet has the verdict of the run. */
  static List<StageResult> judged(List<StageResult> stages, Verdict verdict) {
    return stages.stream()
        .map(stage -> stage.status == null ? stage.judged(verdict) : stage)
        .toList();
  }

  /** The length of its measurement window. */
  public double seconds() {
    return endSeconds - beginSeconds;
  }
}
