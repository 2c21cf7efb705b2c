package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.engine.SweepCall;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.RegistryView;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A whole run against a registry that answers each call after a millisecond of virtual time. */
class VirtualRunTest {

  private static final long MILLI = 1_000_000;
  private static final List<String> NODES = List.of("node1", "node2", "node3");

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  final RunClock clock = RunClock.of(time);
  final Workload settings = settings(200);
  private final Fleet fleet = new Fleet(settings.population());

  /** One registry behind all nodes. */
  private final BitSet registered = new BitSet();

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
    assertThat(registered.isEmpty()).isTrue();
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
            new Virtual(),
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
    return new Workload(
        new Population(instances, 20, "capacity-x", "capacity", Shard.WHOLE),
        Workloads.http(second),
        Timing.USUAL.withScrape(Duration.ZERO).withWarmUp(second.multipliedBy(10)),
        1,
        1);
  }

  private final class Virtual implements Engine.Drivers {

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
      return new Registry(listener);
    }

    @Override
    public void close() {
      // There is nothing to end.
    }
  }

  private final class Registry implements Driver {

    private final CallListener listener;

    Registry(CallListener listener) {
      this.listener = listener;
    }

    @Override
    public void send(Call call) {
      call.server = call.prescribedServer >= 0 ? call.prescribedServer : call.actor % NODES.size();
      call.markWritten(clock.nanos());
      listener.written(call);
      long takes = call.operation == Operation.LISTEN ? 29_500 * MILLI : MILLI;
      time.after(takes, () -> answer(call));
    }

    private void answer(Call call) {
      call.answered = clock.nanos();
      switch (call.operation) {
        case REGISTER -> registered.set(call.actor);
        case DEREGISTER -> registered.clear(call.actor);
        case BEAT -> ((BeatCall) call).unknownInstance = !registered.get(call.actor);
        case LIST, SWEEP -> {
          int[] listed =
              IntStream.range(0, fleet.sizeOf(call.service))
                  .map(position -> fleet.instanceOf(call.service, position))
                  .filter(registered::get)
                  .toArray();
          if (call instanceof ListCall list) {
            list.hosts = listed.length;
            list.healthy = listed.length;
          } else {
            ((SweepCall) call).listing =
                (ofFleet, hosts) -> {
                  for (int instance : listed) {
                    hosts.host(instance, true);
                  }
                  return true;
                };
          }
        }
        default -> {
          // Nothing else is told.
        }
      }
      listener.completed(call);
    }

    @Override
    public void expire(long now) {
      // Nothing takes too long.
    }

    @Override
    public int connections() {
      return 0;
    }

    @Override
    public long opened() {
      return 0;
    }

    @Override
    public void close() {
      // Long polls stay unanswered.
    }
  }
}
