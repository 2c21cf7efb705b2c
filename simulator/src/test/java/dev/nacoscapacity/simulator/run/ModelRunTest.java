package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.MoreExecutors;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.time.EventThread;
import dev.nacoscapacity.cluster.time.VirtualTime;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import dev.nacoscapacity.simulator.client.http.HttpSettings;
import dev.nacoscapacity.simulator.client.model.ModelConnections;
import dev.nacoscapacity.simulator.client.model.Registrations;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A whole run against a modelled cluster. */
class ModelRunTest {

  private static final List<String> NODES = List.of("node1", "node2", "node3");

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final RunClock clock = RunClock.of(time);
  private final RunSettings settings = settings(Integer.getInteger("n", 200));
  private final Fleet fleet = settings.fleet();

  private final ModelCluster cluster =
      new ModelCluster(ClusterSpec.of(ServerVersion.EMBEDDED, 3), time, 1);

  @Test
  void shouldTakeAFleetThroughAllPhasesWithoutWaiting() {
    Simulation.Outcome outcome = run();

    assertThat(outcome.complete()).isTrue();
    assertThat(outcome.windowSeconds()).isEqualTo(60);
    assertThat(outcome.measured().of(Operation.BEAT).count(OperationCount.REQUIRED))
        .isEqualTo(200 * 60 / 5);
    assertThat(outcome.measured().of(Operation.BEAT).count(OperationCount.OK))
        .isEqualTo(200 * 60 / 5);
    assertThat(outcome.measured().registry().values())
        .allSatisfy(node -> assertThat(node.count(RegistryCount.MISSING)).isZero());
    assertThat(clock.seconds()).isEqualTo(95.25);
  }

  private Simulation.Outcome run() {
    StopSignal stop = new StopSignal();
    try (Observation observation =
            new Observation(
                fleet,
                NODES.size(),
                GracePeriods.DEFAULT,
                null,
                new QuietProgress(),
                clock::nanos,
                MoreExecutors.newDirectExecutorService());
        Engine engine =
            new Engine(
                NODES,
                fleet,
                settings.loops(NODES.size(), false),
                new Virtual(),
                observation,
                clock::nanos)) {
      TickLoop ticks =
          new TickLoop(
              NODES,
              fleet.size(),
              engine,
              observation.view(),
              null,
              new QuietProgress(),
              stop,
              clock);
      return new Simulation(
              settings, engine, observation.view(), ticks, Barrier.open(clock), stop, Scenario.NONE)
          .run();
    }
  }

  private static RunSettings settings(int instances) {
    Duration second = Duration.ofSeconds(1);
    return new RunSettings(
        new FleetSettings(instances, 20, "capacity-x", "capacity", Shard.WHOLE),
        new ClientSettings(Protocol.HTTP, null, 0, false, second, second),
        new Timing(
            second.multipliedBy(5),
            second.multipliedBy(10),
            second.multipliedBy(30),
            Duration.ZERO,
            Phase.SPREAD,
            Duration.ZERO,
            second.multipliedBy(10),
            second.multipliedBy(60),
            GracePeriods.DEFAULT.due()),
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
      HttpSettings http =
          new HttpSettings(
              "capacity",
              settings.timing().beat(),
              settings.timing().listen(),
              Integer.MAX_VALUE,
              settings.clients().connectTimeout(),
              settings.clients().callTimeout(),
              null,
              new InetSocketAddress(0),
              0);
      return new HttpDriver(
          NODES.size(),
          fleet,
          http,
          new ModelConnections(
              cluster, new Registrations(fleet, "capacity", Map.of()), http, i -> null, listener),
          clock::nanos,
          1,
          listener);
    }

    @Override
    public void close() {
      // There is nothing to end.
    }
  }
}
