package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.chaos.checker.FleetSeconds;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.SampleExperiments;
import dev.nacoscapacity.chaos.experiment.VersionChange;
import dev.nacoscapacity.chaos.fault.FaultJournal;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.DataStore;
import dev.nacoscapacity.cluster.admin.StoredKind;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole trials on a cluster made by hand, in virtual time. */
@Timeout(60)
class TrialTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HEAL = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofHours(2);
  private static final NodeChoice NODE2 = NodeChoice.parse("node2");
  private static final ExperimentStep UPGRADE =
      upgrade(new VersionChange(ServerVersion.V1_4_1, ServerVersion.V2_2_4, false));

  final VirtualTime time = new VirtualTime(Instant.EPOCH);
  final FakeCluster cluster = new FakeCluster(time, 3);
  private final FakeEvents run = new FakeEvents(time);
  private final List<String> events = run.told;

  /** What is in the journal of faults, and all that ever was. */
  final Map<String, String> unmended = new TreeMap<>();

  final List<String> journal = new ArrayList<>();

  private static ExperimentStep upgrade(VersionChange versions) {
    return new ExperimentStep(
        FaultKind.UPGRADE,
        1,
        NodeChoice.EACH,
        Duration.ZERO,
        NetworkConditions.NORMAL,
        Optional.of(versions));
  }

  private StoredData data(Function<Node, DataStore> stores) {
    return new StoredData(cluster.nodes(), stores, "stored", text -> {});
  }

  private Trial trial(ExperimentStep step, Duration healAfter) {
    return trial(step, healAfter, StoredData.none());
  }

  private Trial trial(ExperimentStep step, Duration healAfter, StoredData data) {
    return trial(List.of(step), healAfter, data, null);
  }

  /**
   * @param hooks that break nodes; null for the cluster's own ways
   */
  Trial trial(List<ExperimentStep> steps, Duration healAfter, StoredData data, Hooks hooks) {
    ExperimentSpec spec =
        SampleExperiments.of(
            new Experiment.Hypothesis(0, 5, 1.2, 0, 0, Map.of()),
            Duration.ofSeconds(20),
            healAfter,
            steps);
    FaultJournal noting =
        new FaultJournal(
            note -> {
              unmended.put(note.node(), note.fault());
              journal.add(
                  note.fault() + " " + note.node() + " after " + cluster.actions(note.node()));
            },
            node -> {
              unmended.remove(node);
              journal.add("mended " + node);
            });
    return new Trial(
        spec,
        new ClusterView(cluster.nodes(), cluster),
        new Faults(cluster, Optional.of(cluster), Optional.ofNullable(hooks), cluster, noting),
        data,
        new Random(1),
        text -> {});
  }

  private Trial trial(List<ExperimentStep> steps, Duration healAfter) {
    return trial(steps, healAfter, StoredData.none(), null);
  }

  private static ExperimentStep step(FaultKind fault, NodeChoice which) {
    return ExperimentStep.of(fault, 1, which);
  }

  /** Runs a trial until it is over, or until a moment, as a run's measurement window does. */
  void run(Trial trial, Duration atMost, Supplier<RunSecond> seconds) throws Exception {
    long end = atMost.toNanos();
    try {
      trial.begin(run);
      while (!trial.over() && time.nanos() < end) {
        time.await(new Signal("a stop"), min(SECOND, Duration.ofNanos(end - time.nanos())));
        trial.second(seconds.get());
      }
    } finally {
      trial.end();
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private Experiment run(Trial trial) throws Exception {
    run(trial, LONG, cluster::second);
    assertThat(cluster.healed()).isTrue();
    assertThat(unmended).isEmpty();
    return trial.experiment(1, 1);
  }

  /** In their order, without their times. */
  private List<String> upgradesAndMoves() {
    return events.stream()
        .map(event -> event.substring(event.indexOf(' ') + 1))
        .filter(event -> event.startsWith("gRPC") || event.contains("state=begun"))
        .toList();
  }

  private static List<String> brokenNodes(Experiment experiment) {
    return experiment.faults().stream().map(Fault::node).toList();
  }

  private static Experiment.Detection detection(Experiment experiment) {
    return experiment.effects().detection().get(0);
  }

  private static Rejoin rejoin(Experiment experiment) {
    return experiment.effects().rejoin().get(0);
  }

  private static List<String> stages(Experiment experiment) {
    return experiment.stages().stream().map(Experiment.Stage::stage).toList();
  }

  @Test
  void shouldKillWatchAndRestartANode() throws Exception {
    Experiment experiment = run(trial(step(FaultKind.KILL, NODE2), HEAL));

    assertThat(experiment.problem()).isNull();
    assertThat(stages(experiment)).containsExactly("gate", "method", "observe");
    // The first second is not whole, and five more make the stretch.
    assertThat(experiment.baseline().toAt()).isEqualTo(6);
    Fault fault = experiment.faults().get(0);
    assertThat(fault.node()).isEqualTo("node2");
    assertThat(fault.leader()).isFalse();
    assertThat(fault.ownedInstances()).isEqualTo(3);
    assertThat(fault.servedPerSecond()).isEqualTo(4);
    assertThat(fault.intentAt()).isEqualTo(6);
    assertThat(fault.signalAt()).isEqualTo(6);
    assertThat(fault.exitAt()).isEqualTo(6);
    assertThat(fault.portClosedAt()).as("looked for each 10 ms").isEqualTo(6.04);
    assertThat(fault.healAt()).isEqualTo(16.04);
    assertThat(detection(experiment).clientSeconds()).isEqualTo(1);
    assertThat(detection(experiment).serverSeconds()).isBetween(2.0, 2.5);
    Rejoin rejoin = rejoin(experiment);
    assertThat(rejoin.processSeconds()).isBetween(5.0, 5.5);
    assertThat(rejoin.upSeconds()).isBetween(6.0, 6.5);
    assertThat(rejoin.raftSeconds()).isBetween(5.0, 5.5);
    assertThat(experiment.effects().recovery().recovered()).isTrue();
    assertThat(cluster.actions("node2")).containsExactly("kill", "start");
    assertThat(journal).containsExactly("kill node2 after []", "mended node2");
    assertThat(events.stream().filter(event -> event.contains("state=healed"))).hasSize(1);
  }

  @Test
  void shouldResumeAFrozenLeaderAfterTheOthersWereObserved() throws Exception {
    Experiment experiment = run(trial(step(FaultKind.PAUSE, NodeChoice.parse("leader")), null));

    assertThat(stages(experiment)).containsExactly("gate", "method", "observe", "settled");
    Fault fault = experiment.faults().get(0);
    assertThat(fault.node()).isEqualTo("node1");
    assertThat(fault.leader()).isTrue();
    assertThat(fault.exitAt()).as("when it stood still").isEqualTo(6.04);
    assertThat(fault.portClosedAt()).as("the kernel goes on taking connections").isNull();
    // For 3 s calls fail; then the stretch begins.
    assertThat(fault.healAt()).isBetween(14.0, 15.0);
    assertThat(experiment.effects().recovery().recovered()).isTrue();
    assertThat(cluster.actions("node1")).containsExactly("pause", "resume");
  }

  @Test
  void shouldRestartOneNodeAfterTheOther() throws Exception {
    Experiment experiment = run(trial(step(FaultKind.KILL, NodeChoice.EACH), HEAL));

    assertThat(brokenNodes(experiment)).containsExactly("node1", "node2", "node3");
    for (int i = 1; i < 3; i++) {
      Fault before = experiment.faults().get(i - 1);
      assertThat(experiment.faults().get(i).signalAt() - before.healAt())
          .as("not before all call the one before UP: 5 s to start, 1 s to be seen")
          .isBetween(6.0, 8.0);
    }
    assertThat(experiment.effects().recovery().recovered()).isTrue();
    assertThat(cluster.nodes())
        .allSatisfy(
            node -> assertThat(cluster.actions(node.name())).containsExactly("kill", "start"));
  }

  @Test
  void shouldUpgradeOneNodeAfterTheOther() throws Exception {
    StoredData data = data(node -> cluster.store(node, null));

    Experiment experiment = run(trial(UPGRADE, Duration.ZERO, data));

    assertThat(experiment.problem()).isNull();
    assertThat(cluster.nodes())
        .allSatisfy(
            node -> {
              assertThat(cluster.actions(node.name()))
                  .containsExactly("kill", "install 2.2.4", "start", "settle");
              assertThat(node.version()).isEqualTo(ServerVersion.V2_2_4);
            });
    assertThat(experiment.faults())
        .extracting(Fault::fault, Fault::node)
        .containsExactly(
            tuple("upgrade", "node1"), tuple("upgrade", "node2"), tuple("upgrade", "node3"));
    assertThat(experiment.effects().rejoin())
        .allSatisfy(rejoin -> assertThat(rejoin.processSeconds()).isBetween(5.0, 5.5));
    assertThat(experiment.effects().recovery().recovered()).isTrue();
    assertThat(experiment.design().method().get(0).settings())
        .isEqualTo(Map.of("from", "1.4.1", "to", "2.2.4", "clientsFollow", false));
    assertThat(events).noneMatch(event -> event.contains("gRPC"));
    assertThat(experiment.effects().data())
        .isEqualTo(
            Map.of(
                "namespaces", new SurvivingData(5, 5, null, List.of()),
                "users", new SurvivingData(5, 5, null, List.of()),
                "configurations", new SurvivingData(5, 5, null, List.of()),
                "newConfigurations", new SurvivingData(3, 3, null, List.of())));
  }

  @Test
  void shouldLetClientsFollowOnceHalfOfTheNodesAreReplaced() throws Exception {
    VersionChange versions = new VersionChange(ServerVersion.V1_4_1, ServerVersion.V2_2_4, true);

    run(trial(upgrade(versions), Duration.ZERO));

    assertThat(upgradesAndMoves())
        .containsExactly(
            "fault {fault=upgrade, node=node1, state=begun}",
            "fault {fault=upgrade, node=node2, state=begun}",
            "gRPC 1.0",
            "fault {fault=upgrade, node=node3, state=begun}");
  }

  @Test
  void shouldLetClientsFollowAtOnceWhenHalfOfTheNodesAreReplacedAlready() throws Exception {
    VersionChange versions = new VersionChange(ServerVersion.V1_4_1, ServerVersion.V2_2_4, true);
    cluster.nodes().subList(0, 2).forEach(node -> node.install(ServerVersion.V2_2_4));

    run(trial(upgrade(versions), Duration.ZERO));

    assertThat(upgradesAndMoves())
        .containsExactly("gRPC 1.0", "fault {fault=upgrade, node=node3, state=begun}");
    assertThat(cluster.actions("node1"))
        .as("its copy is not needed")
        .containsExactly("install 2.2.4", "settle");
  }

  @Test
  void shouldBreakNoNodeThatIsStillStarting() throws Exception {
    ExperimentStep first = step(FaultKind.KILL, NodeChoice.parse("node1"));
    ExperimentStep two = ExperimentStep.of(FaultKind.KILL, 2, NodeChoice.parse("random"));

    Experiment experiment = run(trial(List.of(first, two), Duration.ofMillis(100)));

    assertThat(brokenNodes(experiment)).containsExactlyInAnyOrder("node1", "node2", "node3");
  }

  @Test
  void shouldBeCutShortByItsOwnMethodWhenNoNodeIsLeftForAStep() throws Exception {
    ExperimentStep two = ExperimentStep.of(FaultKind.KILL, 2, NodeChoice.RANDOM);

    Experiment experiment = run(trial(List.of(two, two), null));

    assertThat(experiment.faults()).hasSize(2);
    assertThat(experiment.effects().recovery().recovered()).isFalse();
    assertThat(experiment.cutShort()).isTrue();
  }

  @Test
  void shouldWaitForAHealedNodeThatAStepNames() throws Exception {
    ExperimentStep kill = step(FaultKind.KILL, NODE2);

    Experiment experiment = run(trial(List.of(kill, kill), HEAL));

    assertThat(experiment.problem()).isNull();
    assertThat(cluster.actions("node2")).containsExactly("kill", "start", "kill", "start");
    assertThat(experiment.faults().get(1).intentAt() - experiment.faults().get(0).healAt())
        .as("5 s to start")
        .isBetween(5.0, 6.5);
    assertThat(experiment.effects().recovery().recovered()).isTrue();
  }

  @Test
  void shouldBlameTheRegistryWhenANodeThatAStepNeedsDoesNotComeBack() throws Exception {
    cluster.node("node2").failStarts(100);
    ExperimentStep kill = step(FaultKind.KILL, NODE2);
    Trial trial = trial(List.of(kill, kill), HEAL);

    run(trial, LONG, cluster::second);

    Experiment experiment = trial.experiment(1, 1);
    assertThat(experiment.problem().code()).isEqualTo("trial.notBack");
    assertThat(experiment.problem().arguments()).containsEntry("nodes", List.of("node2"));
    assertThat(experiment.cutShort()).isFalse();
    assertThat(experiment.faults()).hasSize(1);
  }

  @Test
  void shouldWaitForANewLeaderAndBlameTheRegistryWhenThereIsNone() throws Exception {
    ExperimentStep first = step(FaultKind.KILL, NodeChoice.parse("node1"));
    ExperimentStep second = step(FaultKind.KILL, NodeChoice.parse("leader"));
    List<ExperimentStep> both = List.of(first, second);

    cluster.elect(Duration.ofSeconds(20));
    Experiment elected = run(trial(both, null));

    assertThat(brokenNodes(elected)).containsExactly("node1", "node2");
    assertThat(elected.faults().get(1).intentAt() - elected.faults().get(0).exitAt())
        .isBetween(20.0, 21.5);

    TrialTest other = new TrialTest();
    other.cluster.elect(LONG);
    Experiment without = other.run(other.trial(both, null));

    assertThat(without.problem().code()).isEqualTo("trial.noLeader");
    assertThat(without.cutShort()).isFalse();
    assertThat(without.faults()).hasSize(1);
  }

  @Test
  void shouldBeCutShortByItsOwnMethodWhenTooFewNodesAreLeftToElectALeader() throws Exception {
    ExperimentStep two = ExperimentStep.of(FaultKind.KILL, 2, NodeChoice.parse("node1,node2"));
    cluster.elect(LONG);

    Experiment experiment =
        run(
            trial(
                List.of(two, step(FaultKind.KILL, NodeChoice.parse("leader"))),
                null,
                StoredData.none(),
                null));

    assertThat(experiment.problem().code()).isEqualTo("asIs");
    assertThat(experiment.cutShort()).isTrue();
  }

  @Test
  void shouldFindWhatAnUpgradeHasLost() throws Exception {
    StoredData data = data(node -> cluster.store(node, ServerVersion.V2_2_4));

    Experiment experiment = run(trial(UPGRADE, Duration.ZERO, data));

    assertThat(experiment.effects().data())
        .containsEntry("users", new SurvivingData(5, 0, "node1", List.of()))
        .containsEntry("namespaces", new SurvivingData(5, 5, null, List.of()));
  }

  @Test
  void shouldNotCountDataAsLostWhenANodeRefusesToShowIt() throws Exception {
    StoredData data = data(node -> cluster.storeThatHides(node, StoredKind.NAMESPACES));

    Experiment experiment = run(trial(UPGRADE, Duration.ZERO, data));

    assertThat(experiment.effects().data())
        .containsEntry("users", new SurvivingData(5, 5, null, List.of()))
        .doesNotContainKey("namespaces");
  }

  @Test
  void shouldNameTheNodesThatNoLongerTellWhatTheyHave() throws Exception {
    StoredData data =
        data(
            node ->
                node.version() == ServerVersion.V2_2_4 && node.name().equals("node2")
                    ? cluster.storeThatHides(node, StoredKind.CONFIGURATIONS)
                    : cluster.store(node, null));

    Experiment experiment = run(trial(UPGRADE, Duration.ZERO, data));

    assertThat(experiment.effects().data())
        .containsEntry("users", new SurvivingData(5, 5, null, List.of()))
        .containsEntry("configurations", new SurvivingData(5, 5, null, List.of("node2")))
        .containsEntry("newConfigurations", new SurvivingData(3, 3, null, List.of("node2")));
  }

  @Test
  void shouldCountUsersAsLostWhenANodeRefusesTheOperatorsLogin() throws Exception {
    StoredData data =
        data(
            node -> {
              if (node.version() == ServerVersion.V2_2_4 && node.name().equals("node2")) {
                throw new AdminException(AdminException.Kind.WRONG_PASSWORD, "a test");
              }
              return cluster.store(node, null);
            });
    Experiment experiment = run(trial(UPGRADE, Duration.ZERO, data));

    assertThat(experiment.effects().data())
        .containsEntry("users", new SurvivingData(5, 0, "node2", List.of()))
        .containsEntry("configurations", new SurvivingData(5, 5, null, List.of("node2")));
  }

  @Test
  void shouldUpgradeOnlyNodesThatAreNotUpgradedYet() throws Exception {
    cluster.node("node1").install(ServerVersion.V2_2_4);

    Experiment experiment = run(trial(UPGRADE, Duration.ZERO));

    assertThat(brokenNodes(experiment)).containsExactly("node2", "node3");
  }

  @Test
  void shouldKeepTheOldVersionOfANodeThatDoesNotComeBackUpgraded() throws Exception {
    cluster.node("node2").failStarts(100);

    Trial trial = trial(UPGRADE, Duration.ZERO);
    run(trial, LONG, cluster::second);

    assertThat(trial.experiment(1, 1).problem().code()).isEqualTo("trial.notBack");
    assertThat(cluster.actions("node1")).endsWith("settle");
    assertThat(cluster.actions("node2")).contains("install 2.2.4").doesNotContain("settle");
    assertThat(cluster.actions("node3")).isEmpty();
  }

  @Test
  void shouldIsolateANodeAndReconnectIt() throws Exception {
    Experiment experiment = run(trial(step(FaultKind.PARTITION, NODE2), HEAL));

    assertThat(cluster.actions("node2"))
        .containsExactly("cut off from node1 node3", "join with node1 node3");
    assertThat(detection(experiment).serverSeconds()).isBetween(2.0, 2.5);
    assertThat(detection(experiment).clientSeconds()).as("clients reach it").isNull();
    assertThat(experiment.faults().get(0).healAt()).isEqualTo(16);
    assertThat(rejoin(experiment).upSeconds()).isBetween(1.0, 1.5);
    assertThat(journal).containsExactly("partition node2 after []", "mended node2");
  }

  @Test
  void shouldCutClientsOffAndLeaveTheNodesAlone() throws Exception {
    ExperimentStep blackhole =
        new ExperimentStep(
            FaultKind.BLACKHOLE, 1, NODE2, Duration.ZERO, NetworkConditions.BLACKHOLE);
    Experiment experiment = run(trial(blackhole, HEAL));

    assertThat(cluster.actions("node2")).containsExactly("BLACKHOLE", "OPEN");
    assertThat(experiment.faults().get(0).exitAt()).isNull();
    assertThat(detection(experiment).clientSeconds()).isEqualTo(1);
    assertThat(detection(experiment).serverSeconds()).as("no node noticed").isNull();
    assertThat(journal).as("it ends with this process").isEmpty();
  }

  @Test
  void shouldWaitBeforeAStep() throws Exception {
    ExperimentStep late =
        new ExperimentStep(
            FaultKind.KILL, 2, NodeChoice.RANDOM, Duration.ofSeconds(7), NetworkConditions.NORMAL);
    Experiment experiment = run(trial(late, HEAL));

    assertThat(experiment.faults()).extracting(Fault::signalAt).containsExactly(13.0, 13.0);
    assertThat(experiment.faults()).extracting(Fault::portClosedAt).containsExactly(13.04, 13.04);
  }

  @Test
  void shouldStartANodeAgainThatEndsWhileItStarts() throws Exception {
    cluster.node("node2").failStarts(2);

    Experiment experiment = run(trial(step(FaultKind.KILL, NODE2), HEAL));

    assertThat(cluster.actions("node2")).containsExactly("kill", "start", "start", "start");
    assertThat(rejoin(experiment).processSeconds()).isCloseTo(11, within(1.5));
    assertThat(events.stream().filter(event -> event.contains("startedAgain"))).hasSize(2);
  }

  @Test
  void shouldStopWhenANodeDoesNotComeBack() throws Exception {
    cluster.node("node1").failStarts(100);

    Trial trial = trial(step(FaultKind.KILL, NodeChoice.EACH), HEAL);
    run(trial, LONG, cluster::second);

    Experiment experiment = trial.experiment(1, 1);
    assertThat(experiment.problem().arguments()).containsEntry("nodes", List.of("node1"));
    assertThat(experiment.cutShort()).as("by the registry").isFalse();
    assertThat(brokenNodes(experiment)).containsExactly("node1");
  }

  @Test
  void shouldBreakNothingWhenTheSteadyStateNeverHolds() throws Exception {
    Trial trial = trial(step(FaultKind.KILL, NODE2), Duration.ZERO);
    run(trial, LONG, () -> FleetSeconds.silent(time.nanos() / 1e9, 3));

    Experiment experiment = trial.experiment(1, 1);
    assertThat(experiment.problem().code()).isEqualTo("trial.neverSteady");
    assertThat(experiment.problem().in(Language.CHINESE)).contains("20 秒", "5 秒", "没有一次调用");
    assertThat(experiment.faults()).isEmpty();
    assertThat(experiment.baseline()).isNull();
    assertThat(cluster.actions("node2")).isEmpty();
    assertThat(journal).isEmpty();
    assertThat(experiment.stages().get(0).toAt()).isEqualTo(20);
  }

  @Test
  void shouldSayThatItWasInterruptedWhenTheRunEndsEarly() throws Exception {
    Trial trial = trial(step(FaultKind.KILL, NODE2), Duration.ofHours(1));
    run(trial, Duration.ofSeconds(30), cluster::second);

    assertThat(cluster.actions("node2")).containsExactly("kill", "start");
    assertThat(journal).containsExactly("kill node2 after []", "mended node2");
    assertThat(trial.experiment(1, 1).problem().code()).isEqualTo("trial.interrupted");
  }

  @Test
  void shouldDoNothingWhenTheWindowNeverBegan() {
    Trial trial = trial(step(FaultKind.KILL, NODE2), Duration.ZERO);
    trial.end();

    assertThat(trial.experiment(1, 1).problem().code()).isEqualTo("trial.neverWhole");
    assertThat(cluster.actions("node2")).isEmpty();
  }

  private static Stream<ExperimentStep> faults() {
    return Stream.of(
        step(FaultKind.KILL, NODE2),
        step(FaultKind.PAUSE, NODE2),
        step(FaultKind.PARTITION, NODE2),
        step(FaultKind.KILL, NodeChoice.EACH),
        UPGRADE,
        new ExperimentStep(
            FaultKind.RESET, 2, NodeChoice.RANDOM, Duration.ZERO, NetworkConditions.RESET),
        ExperimentStep.of(FaultKind.PAUSE, 2, NodeChoice.RANDOM));
  }

  /** Close together where nodes break, at 6 s, and heal, 10 s later; apart elsewhere. */
  private static IntStream momentsMs() {
    return IntStream.concat(
        IntStream.iterate(0, ms -> ms < 60_000, ms -> ms + 2_300),
        IntStream.iterate(0, ms -> ms < 100, ms -> ms + 7)
            .flatMap(ms -> IntStream.of(5_970 + ms, 15_970 + ms)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void shouldHealEverythingWheneverTheRunEnds(ExperimentStep step) throws Exception {
    int broke = 0;
    for (int ms : momentsMs().toArray()) {
      TrialTest other = new TrialTest();
      Trial trial = other.trial(step, HEAL);

      other.run(trial, Duration.ofMillis(ms), other.cluster::second);

      assertThat(other.cluster.healed()).as("after %d ms", ms).isTrue();
      assertThat(other.unmended).as("after %d ms", ms).isEmpty();
      assertThat(other.time.nanos()).as("at once").isLessThan((ms + 100) * 1_000_000L);
      assertThat(trial.over()).isTrue();
      broke += trial.experiment(1, 1).faults().isEmpty() ? 0 : 1;
    }
    assertThat(broke).isBetween(10, 50);
    await().until(TrialTest::noThreadIsLeft);
  }

  private static boolean noThreadIsLeft() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .noneMatch(List.of("experiment", "member-watch")::contains);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void shouldBeDeterministic(ExperimentStep step) throws Exception {
    run(trial(step, HEAL), LONG, cluster::second);
    assertThat(events).isNotEmpty();
    for (int again = 0; again < 5; again++) {
      TrialTest other = new TrialTest();
      other.run(other.trial(step, HEAL), LONG, other.cluster::second);
      assertThat(other.events).isEqualTo(events);
    }
  }

  @Test
  void shouldHealItsFaultsWhenTheRunFails() {
    Trial trial = trial(step(FaultKind.KILL, NODE2), Duration.ofHours(1));
    time.after(
        Duration.ofSeconds(20).toNanos(),
        () -> {
          throw new IllegalStateException("a bug");
        });

    assertThatThrownBy(() -> run(trial)).hasMessage("a bug");

    assertThat(cluster.actions("node2")).containsExactly("kill", "start");
    assertThat(cluster.node("node2").state()).isEqualTo(NodeState.STARTING);
  }
}
