package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.verify.RegistryView;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

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
  public MeasuredRun run(RunRecord begun) throws SocketException {
    return run(begun, Criteria.defaults());
  }

  /**
   * Runs to the end or until stopped, and deregisters what it registered as far as possible.
   *
   * @param begun the record so far; the run adds everything except the verdict and the servers
   * @param criteria of a fleet that grows in stages
   * @throws SocketException when this machine has no route to the registry, or no socket left
   */
  public MeasuredRun run(RunRecord begun, Criteria criteria) throws SocketException {
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
      FleetRecord record = new FleetRecord(spec, begun, criteria, clock, usage, bounds, ticks);
      RunPhases.Outcome outcome =
          run(new RunPhases(settings, engine, view, ticks, others, stop, record::judge), waves);
      acting.rethrowFault();
      List<Message> notes = new ArrayList<>(begun.notes());
      notes.addAll(ticks.notes());
      notes.addAll(observation.notes());
      stop.interruption().ifPresent(notes::add);
      notes.addAll(host.notes());
      RunRecordBuilder run =
          record
              .figures(outcome)
              .interrupted(stop.interruption().isPresent())
              .guardStop(stop.harm().orElse(null))
              .generatorStop(stop.generator().orElse(null))
              .gatewayStop(stop.gateway().orElse(null))
              .waves(waves.results())
              .notes(notes);
      return record.withStages(MeasuredRun.of(run, outcome.measured()), outcome);
    }
  }

  /** A fault of our own leaves the fleet where it is: what does not expire is named. */
  private RunPhases.Outcome run(RunPhases phases, Scenario waves) {
    try {
      return phases.run(waves);
    } catch (RuntimeException | Error e) {
      try {
        spec.settings()
            .population()
            .stays()
            .ifPresent(stays -> progress.note(Message.of("note.left", with("stays", stays))));
      } catch (RuntimeException unheard) {
        e.addSuppressed(unheard);
      }
      throw e;
    }
  }
}
