package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole trials in which hooks break the nodes and heal them, in virtual time. */
@Timeout(60)
class HookTrialTest {

  private static final Duration HEAL = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofHours(2);
  private static final NodeChoice NODE2 = NodeChoice.parse("node2");

  private final TrialTest bed = new TrialTest();
  private final FakeCluster cluster = bed.cluster;
  private final FakeHooks hooks = new FakeHooks(bed.time);

  private Experiment run(FaultKind kind) throws Exception {
    Trial trial = trial(ExperimentStep.of(kind, 1, NODE2));
    bed.run(trial, LONG, cluster::second);
    return trial.experiment(1, 1);
  }

  private Trial trial(ExperimentStep step) {
    return bed.trial(List.of(step), HEAL, StoredData.none(), hooks);
  }

  private static void assertHookFailed(Experiment experiment, String... words) {
    assertThat(experiment.problem().code()).isEqualTo(Experiment.HOOK_PROBLEM);
    assertThat(experiment.problem().arguments().get("text").toString()).contains(words);
  }

  private List<Node> allBut(Node node) {
    return cluster.nodes().stream().filter(other -> other != node).toList();
  }

  @Test
  void shouldMeasureWhatAHookBreaksAsAnyOtherFault() throws Exception {
    hooks.breaks = Node::kill;
    hooks.heals = Node::start;

    Experiment experiment = run(FaultKind.KILL);

    assertThat(experiment.problem()).isNull();
    Fault fault = experiment.faults().get(0);
    assertThat(fault.intentAt()).as("the command begins").isEqualTo(6);
    assertThat(fault.signalAt()).as("the node is seen broken").isCloseTo(7, within(0.1));
    assertThat(fault.exitAt()).as("while it runs").isCloseTo(7, within(0.1));
    assertThat(fault.portClosedAt()).isCloseTo(7, within(0.1));
    assertThat(fault.healAt()).as("10 s after it has ended").isCloseTo(18, within(0.1));
    assertThat(experiment.effects().detection().get(0).serverSeconds()).isBetween(1.9, 2.6);
    assertThat(experiment.effects().rejoin().get(0).processSeconds()).isBetween(6.0, 6.6);
    assertThat(experiment.effects().recovery().recovered()).isTrue();
    assertThat(bed.journal).containsExactly("kill node2 after []", "mended node2");
  }

  @Test
  void shouldDetectAFrozenNodeThatStillAcceptsConnections() throws Exception {
    hooks.breaks = Node::pause;
    hooks.heals = Node::resume;

    Experiment experiment = run(FaultKind.PAUSE);

    assertThat(experiment.problem()).isNull();
    Fault fault = experiment.faults().get(0);
    assertThat(fault.signalAt()).as("since the first silence").isCloseTo(7.05, within(0.05));
    assertThat(fault.exitAt()).as("with the second").isGreaterThan(fault.signalAt());
    assertThat(fault.portClosedAt()).isNull();
    assertThat(experiment.effects().recovery().recovered()).isTrue();
  }

  @Test
  void shouldDetectAnIsolatedNodeByWhatTheOthersSay() throws Exception {
    hooks.breaks = node -> cluster.cut(node, allBut(node));
    hooks.heals = node -> cluster.join(node, allBut(node));

    Experiment experiment = run(FaultKind.PARTITION);

    assertThat(experiment.problem()).isNull();
    assertThat(experiment.faults().get(0).signalAt()).as("the command's end").isEqualTo(8);
    assertThat(experiment.faults().get(0).exitAt()).isNull();
    assertThat(experiment.faults().get(0).healAt())
        .as("the others take 2 s to notice, and then it lasts 10 s")
        .isCloseTo(19, within(0.1));
    assertThat(experiment.effects().recovery().recovered()).isTrue();
  }

  @Test
  void shouldHealAndGiveNoVerdictWhenTheCommandFailsHalfWay() throws Exception {
    hooks.breaks = Node::kill;
    hooks.heals = Node::start;
    hooks.breakFails = "exited with 1: no route to host";

    Experiment experiment = run(FaultKind.KILL);

    assertHookFailed(experiment, "'break node2' exited with 1: no route to host");
    assertThat(cluster.actions("node2")).containsExactly("kill", "start");
    assertThat(bed.unmended).isEmpty();
  }

  @Test
  void shouldEndACommandThatHangsAndHeal() throws Exception {
    hooks.hangs = true;
    hooks.breaks = Node::kill;
    hooks.heals = Node::start;

    Experiment experiment = run(FaultKind.KILL);

    assertHookFailed(experiment, "'break node2'", "20 s", "given up");
    assertThat(hooks.cancelled).isEqualTo(1);
    assertThat(cluster.healed()).isTrue();
    assertThat(bed.unmended).isEmpty();
  }

  @Test
  void shouldSayWhenACommandSucceedsWithoutEffect() throws Exception {
    Experiment experiment = run(FaultKind.KILL);

    assertHookFailed(experiment, "'break node2' succeeded", "30 s");
    assertThat(bed.journal).containsExactly("kill node2 after []", "mended node2");
  }

  @Test
  void shouldSayWhenTheOthersStillSeeANodeThatShouldBeIsolated() throws Exception {
    Experiment experiment = run(FaultKind.PARTITION);

    assertHookFailed(experiment, "node2 is UP", "30 s");
  }

  @Test
  void shouldKeepTheNoteOfANodeThatCouldNotBeHealed() throws Exception {
    hooks.breaks = Node::kill;
    hooks.healFails = "exited with 255: it printed nothing";

    Experiment experiment = run(FaultKind.KILL);

    assertHookFailed(experiment, "'heal node2' exited with 255: it printed nothing");
    assertThat(bed.unmended).containsOnlyKeys("node2");
  }

  @Test
  void shouldBlameTheRegistryForWhatItDidBeforeAHookCouldNotHeal() throws Exception {
    hooks.breaks = Node::kill;
    hooks.healFails = "exited with 255: it printed nothing";
    cluster.elect(LONG);
    List<ExperimentStep> steps =
        List.of(
            ExperimentStep.of(FaultKind.KILL, 1, NodeChoice.parse("node1")),
            ExperimentStep.of(FaultKind.KILL, 1, NodeChoice.parse("leader")));
    Trial trial = bed.trial(steps, null, StoredData.none(), hooks);

    bed.run(trial, LONG, cluster::second);

    assertThat(trial.experiment(1, 1).problem().code()).isEqualTo("trial.problems");
    assertThat(trial.experiment(1, 1).cutShort()).isFalse();
  }

  @Test
  void shouldHealOnlyAfterTheBreakingCommandHasEndedWhenTheRunEndsMeanwhile() throws Exception {
    hooks.breaks = Node::kill;
    hooks.heals = Node::start;
    Trial trial = trial(ExperimentStep.of(FaultKind.KILL, 1, NODE2));

    bed.run(trial, Duration.ofMillis(6_500), cluster::second);

    assertThat(cluster.actions("node2")).containsExactly("kill", "start");
    assertThat(bed.unmended).isEmpty();
    assertThat(bed.time.nanos() / 1e9).as("2 s each").isCloseTo(10, within(0.2));
    assertThat(trial.experiment(1, 1).problem().code()).isEqualTo("trial.interrupted");
  }
}
