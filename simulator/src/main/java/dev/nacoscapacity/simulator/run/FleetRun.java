package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.ConfigChanges;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.GeneratorBuilder;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * The run of a fleet, or part of one, in this process, from the first registration to the last
 * figure. Each second goes to a {@link Progress}. Writes no files and decides no verdict.
 */
public final class FleetRun {

  private final FleetSpec spec;
  private final StopSignal stop;
  private final Progress progress;
  private final FleetHost host;
  private final Scenario scenario;
  private final Barrier others;

  /**
   * @param host of this run only, which closes it
   * @param scenario acts on the cluster within the measurement window
   * @param others synchronizes this process with others of the same run
   */
  public FleetRun(
      FleetSpec spec,
      StopSignal stop,
      Progress progress,
      FleetHost host,
      Scenario scenario,
      Barrier others) {
    this.spec = spec;
    this.stop = stop;
    this.progress = progress;
    this.host = host;
    this.scenario = scenario;
    this.others = others;
  }

  /**
   * Runs to the end or until stopped, and deregisters what it registered as far as possible.
   *
   * @param begun the record so far; the run adds everything except the verdict and the servers
   * @throws SocketException when this machine has no route to the registry, or no socket left
   */
  public ShardResult run(RunRecord begun) throws SocketException {
    RunSettings settings = spec.settings();
    Fleet fleet = settings.fleet();
    RunClock clock = host.clock();
    Tokens tokens =
        spec.access() == null
            ? null
            : spec.access().tokens(settings.clients().loginEach(), fleet.size(), clock.nanos());
    ConnectionPlan.Bounds bounds =
        new ConnectionPlan(settings, spec.called(), spec.standInHere()).bounds(spec.connections());
    // Created first, since it measures the heap of the state of the fleet.
    MachineUsage usage = host.usage(settings);
    Observation observation =
        new Observation(
            fleet,
            spec.nodes().size(),
            spec.grace(),
            tokens,
            progress,
            clock::nanos,
            host.parser());
    try (host;
        usage;
        Engine engine =
            new Engine(
                spec.names(),
                fleet,
                settings.loops(spec.nodes().size(), spec.standInHere()),
                host.drivers(spec, tokens, bounds),
                observation,
                clock::nanos)) {
      TickLoop ticks =
          new TickLoop(
              spec.names(),
              fleet.size(),
              engine,
              observation.view(),
              tokens,
              Progress.all(List.of(usage, progress)),
              stop,
              clock);
      WaveWatch waves = new WaveWatch(settings.population().traffic().waves(), scenario);
      Simulation.Outcome outcome =
          new Simulation(settings, engine, observation.view(), ticks, others, stop, waves).run();
      RunStats measured = outcome.measured();
      List<String> notes = new ArrayList<>(begun.notes());
      notes.addAll(ticks.notes());
      notes.addAll(observation.notes());
      stop.interruption().ifPresent(notes::add);
      notes.addAll(host.notes());
      RunRecord run =
          begun
              .with()
              .durationSeconds(clock.seconds())
              .windowSeconds(outcome.windowSeconds())
              .interrupted(stop.interruption().isPresent())
              .guardStop(stop.harm().orElse(null))
              .generatorStop(stop.generator().orElse(null))
              .gatewayStop(stop.gateway().orElse(null))
              .operations(OperationResult.of(measured))
              .lifecycle(OperationResult.lifecycle(measured))
              .pushes(Pushes.ofMicros(measured.histogram(FleetDuration.PUSHES)))
              .changes(Changes.of(measured))
              .configChanges(ConfigChanges.of(measured))
              .registry(registry(outcome, ticks.unswept()))
              .generator(
                  usage.addTo(
                      generator(outcome, connections(bounds, ticks.mostConnections(), measured))))
              .waves(waves.results())
              .notes(notes)
              .build();
      return new ShardResult(run, measured);
    }
  }

  private static RegistryResult registry(Simulation.Outcome outcome, Integer unswept) {
    RunStats measured = outcome.measured();
    return new RegistryResult(
        measured.registry(),
        outcome.findings().divergent(),
        RegistryResult.BeatGap.ofMicros(measured.histogram(FleetDuration.BEAT_GAP)),
        outcome.complete(),
        unswept,
        outcome.findings().keptBeatingYetDropped(),
        outcome.findings().neverAppeared(),
        outcome.findings().beyondStalls());
  }

  /** Connections over HTTP; null when all clients speak gRPC. */
  private Generator.Connections connections(
      ConnectionPlan.Bounds bounds, int mostOpen, RunStats measured) {
    RunSettings settings = spec.settings();
    return !settings.protocol().http()
        ? null
        : new Generator.Connections(
            mostOpen,
            spec.connections() == Integer.MAX_VALUE && !settings.clients().bounded()
                ? null
                : Integer.valueOf(bounds.perLoop(spec.called()) * settings.threads()),
            settings.clients().bounded(),
            Generator.Connections.p99Ms(measured.histogram(FleetDuration.BOUND_WAIT)));
  }

  private static Generator generator(
      Simulation.Outcome outcome, Generator.Connections connections) {
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
        .connections(connections)
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
