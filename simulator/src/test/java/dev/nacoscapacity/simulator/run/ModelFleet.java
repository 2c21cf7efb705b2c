package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** A fleet on three modelled nodes, whose time goes on as long as somebody waits. */
final class ModelFleet {

  final VirtualTime time = new VirtualTime(Instant.EPOCH);

  /** The time of the fleet, which stands still while the fleet is frozen. */
  final FreezableTime fleetTime = new FreezableTime(time);

  final RunClock clock = RunClock.of(fleetTime);
  final StopSignal stop = new StopSignal();
  final ModelCluster cluster;

  /** Which calls are acknowledged though the cluster never hears of them. */
  private Predicate<Call> lost = call -> false;

  /** For how many nanoseconds a call is on its way. */
  private ToLongFunction<Call> delay = call -> 0;

  /** Which subscribers no push reaches. */
  private IntPredicate deaf = subscriber -> false;

  /** Of clients, to a node as it was killed. */
  int lostConnections;

  /**
   * @param folder for the model's file
   */
  ModelFleet(Path folder, String version) throws IOException {
    Path model = folder.resolve("three.yaml");
    Files.writeString(model, "version: %s\nnodes: 3\n".formatted(version));
    cluster = new ModelCluster(ModelFile.read(model.toString()), false, time, 1);
  }

  /** Lets calls be acknowledged though the cluster never hears of them. */
  ModelFleet losing(Predicate<Call> calls) {
    lost = calls;
    return this;
  }

  /** Lets calls arrive late, by a time in nanoseconds. */
  ModelFleet delaying(ToLongFunction<Call> calls) {
    delay = calls;
    return this;
  }

  /** Loses what is pushed to some subscribers. */
  ModelFleet withoutPushesTo(IntPredicate subscribers) {
    deaf = subscribers;
    return this;
  }

  /** Runs the fleet from its ramp to its last look for stale instances. */
  RunRecord run(Workload settings, Progress progress, Scenario scenario) throws SocketException {
    return load(settings, progress, scenario).run();
  }

  /** The same, of a fleet that grows in stages, which these bounds judge. */
  RunRecord run(Workload settings, Criteria criteria, Progress progress) throws SocketException {
    return load(settings, criteria, progress, Scenario.NONE).run();
  }

  /** The same with what was measured, for a merge. */
  MeasuredRun load(Workload settings, Progress progress, Scenario scenario) throws SocketException {
    return load(settings, Criteria.defaults(), progress, scenario);
  }

  private MeasuredRun load(
      Workload settings, Criteria criteria, Progress progress, Scenario scenario)
      throws SocketException {
    Target target =
        Target.model(
            cluster.spec().version().toString(),
            false,
            false,
            null,
            Prediction.of("three", "ab12", "none", "cd34"));
    RunRecord begun =
        RunRecord.builder(
                new Tool("simulator", "test", "none"), Instant.EPOCH, target, settings, null)
            .build();
    return new FleetRun(
            new FleetSpec(
                settings,
                cluster.nodes().stream()
                    .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
                    .toList(),
                null,
                GracePeriods.DEFAULT,
                Integer.MAX_VALUE,
                false),
            stop,
            progress,
            new VirtualHost(
                fleetTime,
                clock,
                new LossyModel(new ClusterModel(cluster), fleetTime, clock, lost, delay, deaf)),
            scenario,
            Barrier.open(clock))
        .run(begun, criteria);
  }

  void interrupt() {
    stop.stop(StopSignal.Cause.INTERRUPTED, Message.asIs("interrupted by the test"));
  }

  /** That no node that lives knows any instance once so much time has passed. */
  void assertNothingIsRegisteredAfter(Duration patience) throws InterruptedException {
    time.sleep(patience);
    assertThat(cluster.nodes())
        .filteredOn(node -> node.state() == NodeState.UP)
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(
            node ->
                assertThat(cluster.of(node, patience).metrics().instances())
                    .as(node.name())
                    .isZero());
  }

  /** Kills a node as the measurement window begins. */
  Scenario killing(int node) {
    return new Scenario() {
      @Override
      public void begin(Events events) {
        lostConnections = cluster.node(node).connections();
        cluster.node(node).kill();
      }

      @Override
      public boolean mayBreakNodes() {
        return true;
      }
    };
  }
}
