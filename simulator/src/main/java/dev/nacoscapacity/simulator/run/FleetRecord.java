package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.GeneratorBuilder;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.StageResult;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/** The record of a fleet's run, made of what its phases showed; judges the stages meanwhile. */
final class FleetRecord {

  private final FleetSpec spec;
  private final RunRecord begun;
  private final Criteria criteria;
  private final RunClock clock;
  private final MachineUsage usage;
  private final ConnectionPlan.Bounds bounds;
  private final TickLoop ticks;
  private final List<StageResult> judged = new ArrayList<>();

  /**
   * @param begun the record so far
   * @param criteria of stages
   */
  FleetRecord(
      FleetSpec spec,
      RunRecord begun,
      Criteria criteria,
      RunClock clock,
      MachineUsage usage,
      ConnectionPlan.Bounds bounds,
      TickLoop ticks) {
    this.spec = spec;
    this.begun = begun;
    this.criteria = criteria;
    this.clock = clock;
    this.usage = usage;
    this.bounds = bounds;
    this.ticks = ticks;
  }

  /** The record with the figures of a window. */
  RunRecordBuilder figures(RunPhases.Outcome outcome) {
    return begun
        .with()
        .durationSeconds(clock.seconds())
        .windowSeconds(outcome.windowSeconds())
        .registry(registry(outcome))
        .generator(usage.addTo(generator(outcome)));
  }

  /** Judges a stage that may not be the last one, and keeps it. */
  Status judge(RunPhases.Outcome outcome) {
    RunRecord run = MeasuredRun.of(figures(outcome), outcome.measured()).run();
    StageResult stage = stage(run, outcome);
    Verdict verdict = Judge.ofStage().judge(run.withStages(List.of(stage)), criteria);
    judged.add(stage.judged(verdict));
    return verdict.status();
  }

  /** The result with its stages: those judged, and the last one, whose verdict is the run's. */
  MeasuredRun withStages(MeasuredRun result, RunPhases.Outcome last) {
    if (spec.settings().timing().stages().isEmpty()) {
      return result;
    }
    List<StageResult> all = new ArrayList<>(judged);
    // A stage that failed was judged before its sweep.
    all.removeIf(stage -> stage.status() == Status.FAIL);
    boolean isNew = all.stream().noneMatch(each -> each.instances() == last.stage().instances());
    if (isNew && last.windowSeconds() > 0) {
      all.add(stage(result.run(), last));
    }
    return new MeasuredRun(result.run().withStages(all), result.measured());
  }

  private static StageResult stage(RunRecord run, RunPhases.Outcome outcome) {
    return StageResult.of(run, outcome.stage().instances(), outcome.windowBegan());
  }

  private RegistryResult registry(RunPhases.Outcome outcome) {
    OptionalInt unswept = ticks.unswept();
    RunStats measured = outcome.measured();
    return new RegistryResult(
        measured.registry(),
        outcome.findings().divergent(),
        RegistryResult.BeatGap.ofMicros(measured.histogram(FleetDuration.BEAT_GAP)).orElse(null),
        outcome.complete(),
        unswept.isEmpty() ? null : Integer.valueOf(unswept.getAsInt()),
        outcome.findings().keptBeatingYetDropped(),
        outcome.findings().neverAppeared(),
        outcome.findings().beyondStalls());
  }

  /** Connections over HTTP; empty when all clients speak gRPC. */
  private Optional<Generator.Connections> connections(RunStats measured) {
    Workload settings = spec.settings();
    if (!settings.protocol().http()) {
      return Optional.empty();
    }
    return Optional.of(
        new Generator.Connections(
            ticks.mostConnections(),
            spec.connections() == Integer.MAX_VALUE
                    && settings.clients().httpConnections().isEmpty()
                ? null
                : Integer.valueOf(bounds.perLoop(spec.called()) * settings.threads()),
            settings.clients().httpConnections().isPresent(),
            Generator.Connections.p99Ms(measured.histogram(FleetDuration.BOUND_WAIT))));
  }

  private Generator generator(RunPhases.Outcome outcome) {
    RunStats measured = outcome.measured();
    long requests = 0;
    for (Map.Entry<String, OperationStats> calls : measured.operations().entrySet()) {
      if (!calls.getKey().equals(Operation.PUSH.label())
          && Operation.ofWholeRun(calls.getKey()).isEmpty()) {
        requests += calls.getValue().ended();
      }
    }
    Histogram lag = measured.histogram(FleetDuration.SCHEDULER_LAG);
    return GeneratorBuilder.builder()
        .processes(1)
        .requests(requests)
        .connections(connections(measured).orElse(null))
        .delays(
            new Generator.Delays(
                lag.getTotalCount() == 0 ? null : Generator.Lag.ofMicros(lag),
                outcome.lateShare(),
                outcome.stalls()))
        .limitedBy(limitedBy(measured, outcome.throttledByLag()))
        .build();
  }

  private static List<String> limitedBy(RunStats measured, boolean throttledByLag) {
    Set<String> limitedBy = new TreeSet<>();
    measured
        .shortages()
        .keySet()
        .forEach(reason -> limitedBy.add(reason.equals(Driver.NO_PORT) ? "ports" : "descriptors"));
    if (throttledByLag) {
      limitedBy.add(Generator.PROCESSOR_TIME);
    }
    return List.copyOf(limitedBy);
  }
}
