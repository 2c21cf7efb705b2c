package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.RegistryView;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A whole run against a registry that answers each call after a millisecond of virtual time. */
class VirtualRunTest {

  private static final List<String> NODES = List.of("node1", "node2", "node3");

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  final RunClock clock = RunClock.of(time);
  final Workload settings = settings(200);
  private final Fleet fleet = new Fleet(settings.population());

  private final TrivialModel model = new TrivialModel(time, 0);

  @Test
  void shouldTakeAFleetThroughAllPhasesWithoutWaiting() {
    Simulation.Outcome outcome = run(new QuietProgress(), Scenario.NONE);

    assertThat(outcome.complete()).isTrue();
    assertThat(outcome.windowSeconds()).isEqualTo(60);
    assertThat(outcome.measured().of(Operation.BEAT).count(OperationCount.REQUIRED))
        .isEqualTo(200 * 60 / 5);
    assertThat(outcome.measured().of(Operation.BEAT).count(OperationCount.OK))
        .isEqualTo(200 * 60 / 5);
    assertThat(outcome.measured().registry().values())
        .allSatisfy(node -> assertThat(node.count(RegistryCount.MISSING)).isZero());
    assertThat(model.isEmpty()).isTrue();
    assertThat(clock.seconds()).isEqualTo(96.25);
  }

  Simulation.Outcome run(Progress progress, Scenario scenario) {
    StopSignal stop = new StopSignal();
    Tokens tokens = Tokens.shared();
    RegistryView view = new RegistryView(fleet, NODES.size(), GracePeriods.DEFAULT, clock.nanos());
    Observation observation = new Observation(view, tokens, progress, clock::nanos, Runnable::run);
    try (Engine engine =
        new Engine(
            NODES,
            fleet,
            new LoadFigures(settings).loops(NODES.size(), false),
            new Virtual(tokens),
            observation,
            clock::nanos)) {
      ScenarioHost host =
          new ScenarioHost(progress, stop, clock, GracePeriods.DEFAULT.unknown(), engine::migrate);
      TickLoop ticks = new TickLoop(NODES, fleet.size(), engine, view, tokens, host);
      return new Simulation(settings, engine, view, ticks, Barrier.open(clock), stop).run(scenario);
    }
  }

  private static Workload settings(int instances) {
    Duration second = Duration.ofSeconds(1);
    return Workloads.of(instances, 20, Workloads.http(second))
        .withTiming(Timing.USUAL.withScrape(Duration.ZERO).withWarmUp(second.multipliedBy(10)));
  }

  private final class Virtual implements Engine.Drivers {
    private final Tokens tokens;

    Virtual(Tokens tokens) {
      this.tokens = tokens;
    }

    @Override
    public int loops() {
      return 1;
    }

    @Override
    public EventThread thread(int loop) {
      return time;
    }

    @Override
    public Driver create(int loop, CallListener listener) {
      FleetSpec spec =
          new FleetSpec(settings, List.of(), null, GracePeriods.DEFAULT, Integer.MAX_VALUE, false);
      return model.driver(spec, tokens, null, clock, listener);
    }

    @Override
    public void close() {
      // There is nothing to end.
    }
  }
}
