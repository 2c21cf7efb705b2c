package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeSelectorTest {

  private static final List<String> NODES = List.of("node1", "node2", "node3", "node4", "node5");

  private static Step step(int nodes, String which) {
    return Step.of(FaultKind.KILL, nodes, NodeChoice.parse(which));
  }

  private static List<List<String>> choose(Step step, String leader, long seed) {
    return NodeSelector.choose(step, NODES, leader, new Random(seed));
  }

  @Test
  void shouldChooseTheLeaderAndFillUpByChance() {
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
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      seen.addAll(choose(step(2, "follower"), "node4", seed).get(0));
    }
    assertThat(seen).containsExactlyInAnyOrder("node1", "node2", "node3", "node5");
  }

  @Test
  void shouldReachEveryNodeByChanceAndRepeatWithTheSeed() {
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      List<List<String>> chosen = choose(step(1, "random"), null, seed);
      assertThat(choose(step(1, "random"), null, seed)).isEqualTo(chosen);
      seen.addAll(chosen.get(0));
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(NODES);
  }

  @Test
  void shouldTakeTheNamedOnesAndEachInTurn() {
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
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSelector.requirePossible(step(6, "random"), NODES))
        .withMessage("the cluster has 5 nodes, so 6 cannot be broken at once");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSelector.requirePossible(step(5, "follower"), NODES))
        .withMessageContaining("4 followers");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSelector.requirePossible(step(1, "node9"), NODES))
        .withMessageContaining("there is no 'node9': the nodes are node1 node2");
  }

  @Test
  void shouldRefuseAPartitionWithoutAnotherSide() {
    Step four = Step.of(FaultKind.PARTITION, 4, NodeChoice.RANDOM);
    Step five = Step.of(FaultKind.PARTITION, 5, NodeChoice.RANDOM);

    assertThatCode(() -> NodeSelector.requirePossible(four, NODES)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSelector.requirePossible(five, NODES))
        .withMessageContaining("no other side");
  }

  @Test
  void shouldNotGuessALeaderThatNobodyKnows() {
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
                    step(1, "leader"), List.of("node1", "node2"), "node4", new Random(1)))
        .withMessageStartingWith("the raft leader node4 is broken already");
  }
}
