package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.GeneratorBuilder;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.StageResult;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.verify.RegistryView;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * The run of a fleet, or part of one, in this process, from the first registration to the last
 * figure. Each second goes to a {@link Progress}. Writes no files, and decides no verdict but those
 * of stages, which say whether the fleet grows further.
 *
 * @param host of this run only, which closes it
 * @param scenario acts on the cluster within the measurement window
 * @param others synchronizes this process with others of the same run
 */
public record FleetRun(
    FleetSpec spec,
    StopSignal stop,
    Progress progress,
    FleetHost host,
    Scenario scenario,
    Barrier others) {

  /** The same for a fleet that does not grow in stages. */
  public ShardResult run(RunRecord begun) throws SocketException {
    return run(begun, Criteria.defaults());
  }

  /**
   * Runs to the end or until stopped, and deregisters what it registered as far as possible.
   *
   * @param begun the record so far; the run adds everything except the verdict and the servers
   * @param criteria of a fleet that grows in stages
   * @throws SocketException when this machine has no route to the registry, or no socket left
   */
  public ShardResult run(RunRecord begun, Criteria criteria) throws SocketException {
    Workload settings = spec.settings();
    Fleet fleet = new Fleet(settings.population());
    RunClock clock = host.clock();
    Tokens tokens =
        spec.login()
            .map(login -> login.tokens(settings.loginEach(), fleet.size(), clock.nanos()))
            .orElseGet(Tokens::shared);
    ConnectionPlan.Bounds bounds =
        new ConnectionPlan(settings, spec.called(), spec.standInHere()).bounds(spec.connections());
    // Created first, since it measures the heap of the state of the fleet.
    MachineUsage usage = host.usage(settings);
    RegistryView view = new RegistryView(fleet, spec.nodes().size(), spec.grace(), clock.nanos());
    Observation observation = new Observation(view, tokens, progress, clock::nanos, host.parser());
    try (host;
        usage;
        Engine engine =
            new Engine(
                spec.names(),
                fleet,
                new LoadFigures(settings).loops(spec.nodes().size(), spec.standInHere()),
                host.drivers(spec, tokens, bounds),
                observation,
                clock::nanos)) {
      ScenarioHost acting =
          new ScenarioHost(
              Progress.all(List.of(usage, progress)),
              stop,
              clock,
              spec.grace().unknown(),
              engine::migrate);
      TickLoop ticks = new TickLoop(spec.names(), fleet.size(), engine, view, tokens, acting);
      WaveWatch waves = new WaveWatch(settings.population().traffic().waves(), scenario);
      List<StageResult> stages = new ArrayList<>();
      Function<Simulation.Outcome, RunRecordBuilder> figures =
          outcome ->
              begun
                  .with()
                  .durationSeconds(clock.seconds())
                  .windowSeconds(outcome.windowSeconds())
                  .registry(registry(outcome, ticks.unswept()))
                  .generator(
                      usage.addTo(
                          generator(
                              outcome,
                              connections(bounds, ticks.mostConnections(), outcome.measured()))));
      Function<Simulation.Outcome, Status> judge =
          outcome -> {
            RunRecord run = ShardResult.of(figures.apply(outcome), outcome.measured()).run();
            StageResult stage = stage(run, outcome);
            Verdict verdict = Judge.ofStage().judge(run.withStages(List.of(stage)), criteria);
            stages.add(stage.judged(verdict));
            return verdict.status();
          };
      Simulation.Outcome outcome =
          run(new Simulation(settings, engine, view, ticks, others, stop, judge), waves);
      acting.rethrowFault();
      List<Message> notes = new ArrayList<>(begun.notes());
      notes.addAll(ticks.notes());
      notes.addAll(observation.notes());
      stop.interruption().ifPresent(notes::add);
      notes.addAll(host.notes());
      RunRecordBuilder run =
          figures
              .apply(outcome)
              .interrupted(stop.interruption().isPresent())
              .guardStop(stop.harm().orElse(null))
              .generatorStop(stop.generator().orElse(null))
              .gatewayStop(stop.gateway().orElse(null))
              .waves(waves.results())
              .notes(notes);
      ShardResult result = ShardResult.of(run, outcome.measured());
      return settings.timing().stages().isEmpty()
          ? result
          : new ShardResult(
              result.run().withStages(whole(stages, result.run(), outcome)), result.measured());
    }
  }

  /** A fault of our own leaves the fleet where it is: what does not expire is named. */
  private Simulation.Outcome run(Simulation simulation, Scenario waves) {
    try {
      return simulation.run(waves);
    } catch (RuntimeException | Error e) {
      spec.settings()
          .population()
          .stays()
          .ifPresent(stays -> progress.note(Message.of("note.left", with("stays", stays))));
      throw e;
    }
  }

  /** The stages with the last one, whose verdict is the run's. */
  private static List<StageResult> whole(
      List<StageResult> judged, RunRecord run, Simulation.Outcome last) {
    List<StageResult> stages = new ArrayList<>(judged);
    // A stage that failed was judged before its sweep.
    stages.removeIf(stage -> stage.status() == Status.FAIL);
    boolean isNew = stages.stream().noneMatch(each -> each.instances() == last.stage().instances());
    if (isNew && last.windowSeconds() > 0) {
      stages.add(stage(run, last));
    }
    return stages;
  }

  private static StageResult stage(RunRecord run, Simulation.Outcome outcome) {
    return StageResult.of(run, outcome.stage().instances(), outcome.windowBegan());
  }

  private static RegistryResult registry(Simulation.Outcome outcome, OptionalInt unswept) {
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
  private Optional<Generator.Connections> connections(
      ConnectionPlan.Bounds bounds, int mostOpen, RunStats measured) {
    Workload settings = spec.settings();
    if (!settings.protocol().http()) {
      return Optional.empty();
    }
    return Optional.of(
        new Generator.Connections(
            mostOpen,
            spec.connections() == Integer.MAX_VALUE
                    && settings.clients().httpConnections().isEmpty()
                ? null
                : Integer.valueOf(bounds.perLoop(spec.called()) * settings.threads()),
            settings.clients().httpConnections().isPresent(),
            Generator.Connections.p99Ms(measured.histogram(FleetDuration.BOUND_WAIT))));
  }

  private static Generator generator(
      Simulation.Outcome outcome, Optional<Generator.Connections> connections) {
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
        .connections(connections.orElse(null))
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
