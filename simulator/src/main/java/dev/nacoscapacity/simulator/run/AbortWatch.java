package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.checker.Bound;
import dev.nacoscapacity.core.record.Abort;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Ends a run by a broken bound where the user wants that: while a measurement window runs, compares
 * each second what was seen in it so far. Calls count there when they end, in the run's figures
 * when they are due; so those of the last moment before the window count here, too.
 */
public final class AbortWatch implements Progress {

  private final RunRecord begun;
  private final StopSignal stop;
  private final Map<String, Threshold> armed;
  private Optional<RunStats> window = Optional.empty();
  private Optional<Abort> abort = Optional.empty();
  private double windowBegan;
  private double now;

  /**
   * @param begun the record so far
   * @param criteria of which only those bounds matter that end the run
   */
  public AbortWatch(RunRecord begun, Criteria criteria, StopSignal stop) {
    this.begun = begun.withVerdict(new Verdict(Status.PASS, List.of(), criteria));
    this.stop = stop;
    this.armed =
        criteria.thresholds().stream()
            .filter(threshold -> threshold.abortAfter().isPresent())
            .collect(Collectors.toMap(threshold -> threshold.criterion().name(), each -> each));
  }

  /** The bound that ended the run; empty when none did. */
  public Optional<Abort> abort() {
    return abort;
  }

  @Override
  public void phase(String name, Duration expected) {
    if (name.equals(Phases.MEASURE)) {
      window = Optional.empty();
      windowBegan = now;
    }
  }

  @Override
  public void second(RunSecond second) {
    now = second.at();
    if (armed.isEmpty() || !second.phase().equals(Phases.MEASURE) || abort.isPresent()) {
      return;
    }
    RunStats soFar =
        window.orElseGet(() -> new RunStats(List.copyOf(second.stats().registry().keySet())));
    soFar.append(second.stats());
    window = Optional.of(soFar);
    double over = now - windowBegan;
    Bound.of(seen(soFar)).stream()
        .filter(bound -> isBroken(bound, over))
        .findFirst()
        .ifPresent(bound -> abortBy(bound, over));
  }

  /** Time stamps of seconds may be a little early. */
  private boolean isBroken(Bound bound, double over) {
    Optional<Duration> after =
        Optional.ofNullable(armed.get(bound.criterion().name())).flatMap(Threshold::abortAfter);
    return after.isPresent()
        && Math.round(over) >= after.get().toSeconds()
        && bound.measured().isPresent()
        && !bound.kept();
  }

  private void abortBy(Bound bound, double over) {
    Criterion criterion = bound.criterion();
    Abort found = new Abort(armed.get(criterion.name()), bound.measured().orElseThrow(), over);
    stop.stop(StopSignal.Cause.BOUND, Message.of("aborted", found.arguments()));
    // Otherwise something else has ended the run in the same second.
    abort =
        Optional.of(found)
            .filter(each -> stop.request().orElseThrow().cause() == StopSignal.Cause.BOUND);
  }

  /** The record of a run that consists of the window so far. */
  private RunRecord seen(RunStats soFar) {
    // As in the figures of a whole window: a call that is still under way does not count yet.
    soFar
        .operations()
        .values()
        .forEach(
            calls ->
                calls.set(
                    OperationCount.REQUIRED, calls.ended() + calls.count(OperationCount.SKIPPED)));
    RegistryStats worst = RegistryStats.worst(soFar.registry().values());
    return begun
        .withOperations(OperationResult.of(soFar))
        .withRegistry(
            new RegistryResult(
                soFar.registry(),
                worst.count(RegistryCount.DIVERGENT),
                null,
                true,
                null,
                0,
                0,
                worst));
  }
}
