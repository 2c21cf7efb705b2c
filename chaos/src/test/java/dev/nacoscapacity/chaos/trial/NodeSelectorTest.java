package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.SampleExperiments;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.cli.UsageException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeSelectorTest {

  private static final List<String> NODES = List.of("node1", "node2", "node3", "node4", "node5");

  private static ExperimentStep step(int nodes, String which) {
    return ExperimentStep.of(FaultKind.KILL, nodes, NodeChoice.parse(which));
  }

  private static void requirePossible(ExperimentStep... method) {
    NodeSelector.requirePossible(SampleExperiments.of(Duration.ofSeconds(30), method), NODES);
  }

  /** Whether a method is possible whose faults last until the end. */
  private static boolean canLast(ExperimentStep... method) {
    try {
      NodeSelector.requirePossible(SampleExperiments.of(null, method), NODES);
      return true;
    } catch (UsageException e) {
      return false;
    }
  }

  private static ExperimentStep slow(int nodes, String which) {
    return new ExperimentStep(
        FaultKind.SLOW,
        nodes,
        NodeChoice.parse(which),
        Duration.ZERO,
        NetworkConditions.slow(Duration.ofMillis(1)));
  }

  private static ExperimentStep cut(int nodes) {
    return ExperimentStep.of(FaultKind.PARTITION, nodes, NodeChoice.RANDOM);
  }

  private static List<List<String>> choose(ExperimentStep step, String leader, long seed) {
    return NodeSelector.choose(step, NODES, Optional.ofNullable(leader), new Random(seed));
  }

  @Test
  void shouldChooseTheLeaderAndRandomOthers() {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(choose(step(1, "leader"), "node4", seed)).containsExactly(List.of("node4"));
      assertThat(choose(step(2, "leader"), "node4", seed).get(0))
          .hasSize(2)
          .doesNotHaveDuplicates()
          .contains("node4");
    }
  }

  @Test
  void shouldSpareTheLeaderAmongFollowers() {
    Set<String> names = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      names.addAll(choose(step(2, "follower"), "node4", seed).get(0));
    }
    assertThat(names).containsExactlyInAnyOrder("node1", "node2", "node3", "node5");
  }

  @Test
  void shouldChooseAnyNodeAndTheSameOneForTheSameSeed() {
    Set<String> names = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      List<List<String>> choices = choose(step(1, "random"), null, seed);
      assertThat(choose(step(1, "random"), null, seed)).isEqualTo(choices);
      names.addAll(choices.get(0));
    }
    assertThat(names).containsExactlyInAnyOrderElementsOf(NODES);
  }

  @Test
  void shouldChooseNamedNodesAndEachInTurn() {
    assertThat(choose(step(2, "node2,node5"), null, 1).get(0))
        .containsExactlyInAnyOrder("node2", "node5");
    assertThat(choose(step(1, "each"), null, 1))
        .containsExactly(
            List.of("node1"),
            List.of("node2"),
            List.of("node3"),
            List.of("node4"),
            List.of("node5"));
  }

  @Test
  void shouldRefuseWhatIsNotThere() {
    assertImpossible(step(6, "random"), "5 nodes", "6 cannot");
    assertImpossible(step(5, "follower"), "4 followers");
    assertImpossible(step(1, "node9"), "'node9'", "node1 node2");
  }

  private static void assertImpossible(ExperimentStep step, String... words) {
    assertThatThrownBy(() -> requirePossible(step))
        .isInstanceOf(UsageException.class)
        .message()
        .contains(words);
  }

  @Test
  void shouldRefuseAPartitionWithoutAnotherSide() {
    assertThatCode(() -> requirePossible(cut(4))).doesNotThrowAnyException();
    assertImpossible(cut(5), "no other side");
  }

  @Test
  void shouldRefuseAStepForWhichTooFewNodesAreLeft() {
    assertThat(canLast(slow(3, "random"), slow(2, "random"))).isTrue();
    assertThat(canLast(slow(3, "random"), slow(3, "random"))).isFalse();
    assertThat(canLast(slow(3, "random"), step(1, "random"), step(2, "random"))).isFalse();
    assertThatCode(() -> requirePossible(slow(3, "random"), slow(3, "random")))
        .as("each is healed before the next")
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseANodeThatIsAlreadyBrokenForGood() {
    assertThat(canLast(slow(1, "node1"), step(1, "node2"))).isTrue();
    assertThat(canLast(slow(1, "node1"), step(2, "node1,node2"))).isFalse();
  }

  @Test
  void shouldNotCountTheLeaderAmongFollowers() {
    assertThat(canLast(slow(2, "follower"), step(2, "follower"))).isTrue();
    assertThat(canLast(slow(2, "follower"), step(3, "follower"))).isFalse();
    assertThat(canLast(slow(1, "leader"), step(4, "follower"))).isTrue();
  }

  @Test
  void shouldRefuseAPartitionWhoseOtherSideIsBroken() {
    assertThat(canLast(step(2, "random"), cut(2))).isTrue();
    assertThat(canLast(step(2, "random"), cut(3))).isFalse();
    assertThat(canLast(slow(2, "random"), cut(3))).as("slow nodes are another side").isTrue();
  }

  @Test
  void shouldRefuseToGuessAnUnknownLeader() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> choose(step(1, "leader"), null, 1))
        .withMessageContaining("no node knows a raft leader");
  }

  @Test
  void shouldNotBreakALeaderAgainThatIsOutOfService() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                NodeSelector.choose(
                    step(1, "leader"),
                    List.of("node1", "node2"),
                    Optional.of("node4"),
                    new Random(1)))
        .withMessageContaining("node4 is broken already");
  }
}
