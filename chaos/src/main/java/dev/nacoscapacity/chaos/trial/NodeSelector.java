package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Chooses the nodes of a step. */
public final class NodeSelector {

  private NodeSelector() {}

  /**
   * Checks before the start that a step is possible.
   *
   * @param nodes names of the nodes of the cluster
   * @throws IllegalArgumentException when there are too few nodes, or a named node does not exist
   */
  public static void requirePossible(Step step, List<String> nodes) {
    boolean butOne = step.which().how() == NodeChoice.How.FOLLOWER;
    if (step.fault() == FaultKind.PARTITION && step.nodes() >= nodes.size()) {
      throw new IllegalArgumentException(
          "the cluster has %s, so %d of them leave no other side to be cut off from"
              .formatted(NumberText.counted(nodes.size(), "node", "nodes"), step.nodes()));
    }
    int most = butOne ? nodes.size() - 1 : nodes.size();
    if (step.nodes() > most) {
      throw new IllegalArgumentException(
          "the cluster has %s, so %d cannot be broken at once"
              .formatted(
                  butOne
                      ? NumberText.counted(most, "follower", "followers")
                      : NumberText.counted(most, "node", "nodes"),
                  step.nodes()));
    }
    for (String name : step.which().names()) {
      if (!nodes.contains(name)) {
        throw new IllegalArgumentException(
            "there is no '%s': the nodes are %s".formatted(name, String.join(" ", nodes)));
      }
    }
  }

  /**
   * The nodes of a step, in groups that are broken at once, one group after the other.
   *
   * @param whole nodes that are in service
   * @param leader the raft leader's name; null when unknown
   * @throws IllegalArgumentException when the step needs a leader and there is none in service, or
   *     too few nodes are left
   */
  static List<List<String>> choose(Step step, List<String> whole, String leader, Random random) {
    NodeChoice which = step.which();
    if (leader == null
        && (which.how() == NodeChoice.How.LEADER || which.how() == NodeChoice.How.FOLLOWER)) {
      throw new IllegalArgumentException("no node knows a raft leader, so there is none to choose");
    }
    List<String> candidates = new ArrayList<>(whole);
    Collections.shuffle(candidates, random);
    switch (which.how()) {
      case EACH -> {
        return whole.stream().map(List::of).toList();
      }
      case NAMED -> candidates.retainAll(which.names());
      case FOLLOWER -> candidates.remove(leader);
      case LEADER -> {
        // A raft leader may be dead while the other nodes still report it.
        if (!candidates.remove(leader)) {
          throw new IllegalArgumentException(
              "the raft leader %s is broken already, or has the new version already"
                  .formatted(leader));
        }
        candidates.add(0, leader);
      }
      default -> {
        // Any node is suitable.
      }
    }
    if (candidates.size() < step.nodes()) {
      throw new IllegalArgumentException(
          "only %s left in service to choose %d from"
              .formatted(
                  NumberText.counted(candidates.size(), "node is", "nodes are"), step.nodes()));
    }
    return List.of(List.copyOf(candidates.subList(0, step.nodes())));
  }
}
