package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import dev.nacoscapacity.cluster.embedded.EmbeddedSettings;
import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workload.Shard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stop leads from every phase straight to the deregistration, and the record says so. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class StopIT {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final List<String> ALL =
      List.of("ramp", "warm-up", "completion", "measure", "sweep", "drain", "deregister", "stale");

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() {
    cluster =
        new EmbeddedCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 3), EmbeddedSettings.defaults().withFreePorts());
    cluster.start();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  /** Stops the run as soon as a phase begins. */
  private static final class StopAt implements Progress {

    private final String phase;
    private final StopSignal stop;
    private final List<String> phases = new ArrayList<>();
    private long stoppedAt;

    StopAt(String phase, StopSignal stop) {
      this.phase = phase;
      this.stop = stop;
    }

    @Override
    public void phase(String name, Duration expected) {
      phases.add(name);
      if (name.equals(phase)) {
        stoppedAt = System.nanoTime();
        stop.stop(StopSignal.Cause.INTERRUPTED, "interrupted by the test");
      }
    }

    @Override
    public void second(RunSecond second) {}
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ramp",
        "warm-up",
        "completion",
        "measure",
        "sweep",
        "drain",
        "deregister",
        "stale"
      })
  void shouldLeaveNothingBehind(String phase) throws Exception {
    StopSignal stop = new StopSignal();
    StopAt progress = new StopAt(phase, stop);
    RunSettings settings = settings("capacity-" + phase);

    RunRecord run = run(cluster, settings, stop, progress);

    long took = System.nanoTime() - progress.stoppedAt;
    assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofSeconds(60));
    assertThat(progress.phases).isEqualTo(phasesUpTo(phase));
    assertThat(run.interrupted()).isTrue();
    assertThat(run.operations().values())
        .as("failures of our own making")
        .allSatisfy(operation -> assertThat(operation.failed()).isEmpty());
    assertThat(run.notes()).contains("interrupted by the test");
    for (int node = 0; node < 3; node++) {
      AdminClient admin = AdminClient.of(cluster.node(node).http(), Duration.ofSeconds(30));
      await()
          .atMost(Duration.ofSeconds(25))
          .ignoreException(AdminException.class)
          .untilAsserted(
              () ->
                  assertThat(admin.services(settings.population().namespace()))
                      .filteredOn(s -> s.service().contains(settings.population().servicePrefix()))
                      .extracting(ServiceCount::instances)
                      .allMatch(instances -> instances == 0));
    }
  }

  /** Kills a node as the sweep begins, and ends the run after it. */
  private static final class KillAtSweep implements Progress {

    private final EmbeddedCluster own;
    private final StopSignal stop;
    private Duration limit;

    KillAtSweep(EmbeddedCluster own, StopSignal stop) {
      this.own = own;
      this.stop = stop;
    }

    @Override
    public void phase(String name, Duration expected) {
      if (name.equals("sweep")) {
        limit = expected;
        own.node(2).kill();
      } else if (name.equals("drain")) {
        stop.stop(StopSignal.Cause.INTERRUPTED, "enough seen");
      }
    }

    @Override
    public void second(RunSecond second) {}
  }

  @Test
  void shouldRecordWhatASweepLeftUnread() throws Exception {
    StopSignal stop = new StopSignal();
    try (EmbeddedCluster own =
        new EmbeddedCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 3),
            EmbeddedSettings.defaults().withFreePorts())) {
      own.start();
      KillAtSweep progress = new KillAtSweep(own, stop);

      RunRecord run = run(own, settings("capacity-unswept"), stop, progress);

      assertThat(run.registry().unswept()).isEqualTo(6);
      assertThat(progress.limit).isEqualTo(Duration.ofSeconds(30).plusMillis(90));
    }
  }

  private static List<String> phasesUpTo(String phase) {
    List<String> phases = new ArrayList<>(ALL.subList(0, ALL.indexOf(phase) + 1));
    for (String last : List.of("drain", "deregister")) {
      if (!phases.contains(last)) {
        phases.add(last);
      }
    }
    return phases;
  }

  private RunRecord run(
      EmbeddedCluster target, RunSettings settings, StopSignal stop, Progress progress)
      throws Exception {
    RunRecord begun =
        RunRecord.builder(
                new Tool("simulator", "test", "none"),
                Instant.now(),
                new Target(Target.EMBEDDED, null, List.of(), false, null, null),
                settings.workload(),
                new Machine(1, 1, "os", "jvm", Map.of()))
            .build();
    RunClock clock = RunClock.system();
    return new FleetRun(
            new FleetSpec(
                settings,
                target.nodes().stream()
                    .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
                    .toList(),
                null,
                GracePeriods.DEFAULT,
                Integer.MAX_VALUE,
                false),
            stop,
            progress,
            new NetworkHost(clock),
            Scenario.NONE,
            Barrier.open(clock))
        .run(begun)
        .run();
  }

  private static RunSettings settings(String prefix) {
    return new RunSettings(
        new FleetSettings(60, 6, prefix, "capacity", Shard.WHOLE),
        new ClientSettings(
            Protocol.HTTP,
            10,
            0,
            false,
            ClientSettings.DEFAULT_CONNECT_TIMEOUT,
            ClientSettings.DEFAULT_CALL_TIMEOUT),
        new Timing(
            SECOND,
            SECOND,
            SECOND.multipliedBy(30),
            SECOND,
            Phase.SPREAD,
            Duration.ZERO,
            SECOND,
            SECOND,
            GracePeriods.DEFAULT.due()),
        1,
        1);
  }
}
