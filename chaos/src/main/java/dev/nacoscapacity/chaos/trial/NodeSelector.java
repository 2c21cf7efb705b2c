package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Chooses the nodes of a step. */
public final class NodeSelector {

  private static final String HEAL = "break fewer, or write heal: { after: 30s }";

  private NodeSelector() {}

  /**
   * Checks before the start that each step of a method is possible after the steps before it.
   *
   * @param nodes names of the nodes of the cluster
   * @throws UsageException when too few nodes are left for a step, or a named node does not exist
   *     or is broken already
   */
  public static void requirePossible(ExperimentSpec spec, List<String> nodes) {
    List<ExperimentStep> unhealed = new ArrayList<>();
    for (ExperimentStep step : spec.method()) {
      requirePossible(step, nodes, unhealed);
      if (spec.healAfter().isEmpty()) {
        unhealed.add(step);
      }
    }
  }

  /**
   * @param unhealed the steps before, whose faults last
   */
  private static void requirePossible(
      ExperimentStep step, List<String> nodes, List<ExperimentStep> unhealed) {
    for (String name : step.which().names()) {
      if (!nodes.contains(name)) {
        throw new UsageException(
            "there is no '%s': the nodes are %s".formatted(name, String.join(" ", nodes)));
      }
      if (unhealed.stream().anyMatch(before -> before.which().names().contains(name))) {
        throw new UsageException(
            "%s is broken by two steps, and healed only at the end: %s".formatted(name, HEAL));
      }
    }
    int broken = unhealed.stream().mapToInt(ExperimentStep::nodes).sum();
    // A node behind a proxy is another side all the same.
    int silent =
        unhealed.stream()
            .filter(before -> !before.fault().byProxy())
            .mapToInt(ExperimentStep::nodes)
            .sum();
    if (step.fault() == FaultKind.PARTITION && step.nodes() + silent >= nodes.size()) {
      throw new UsageException(
          "the cluster has %s%s, so %d of them leave no other side to be cut off from"
              .formatted(
                  NumberText.counted(nodes.size(), "node", "nodes"),
                  already(silent),
                  step.nodes()));
    }
    // Steps that spare the leader leave it in service.
    boolean butOne =
        step.which().selection() == NodeChoice.Selection.FOLLOWER
            && unhealed.stream()
                .allMatch(before -> before.which().selection() == step.which().selection());
    int all = butOne ? nodes.size() - 1 : nodes.size();
    if (step.nodes() + broken > all) {
      throw new UsageException(
          "the cluster has %s%s, so %d cannot be broken at once%s"
              .formatted(
                  butOne
                      ? NumberText.counted(all, "follower", "followers")
                      : NumberText.counted(all, "node", "nodes"),
                  already(broken),
                  step.nodes(),
                  broken == 0 ? "" : ": " + HEAL));
    }
  }

  private static String already(int broken) {
    return broken == 0 ? "" : ", of which %d are broken until the end".formatted(broken);
  }

  /**
   * Why a step cannot choose its nodes; empty when it can.
   *
   * @param whole nodes that are in service
   * @param leader the raft leader's name; empty when unknown
   */
  static Optional<String> shortage(
      ExperimentStep step, List<String> whole, Optional<String> leader) {
    NodeChoice which = step.which();
    if (which.byLeader() && leader.isEmpty()) {
      return Optional.of("no node knows a raft leader, so there is none to choose");
    }
    // A raft leader may be dead while the other nodes still report it.
    if (which.selection() == NodeChoice.Selection.LEADER && !whole.contains(leader.get())) {
      return Optional.of(
          "the raft leader %s is broken already, or has the new version already"
              .formatted(leader.get()));
    }
    int candidates = (int) whole.stream().filter(node -> suits(which, node, leader)).count();
    return which.selection() == NodeChoice.Selection.EACH || candidates >= step.nodes()
        ? Optional.empty()
        : Optional.of(
            "only %s left in service to choose %d from"
                .formatted(NumberText.counted(candidates, "node is", "nodes are"), step.nodes()));
  }

  private static boolean suits(NodeChoice which, String node, Optional<String> leader) {
    return switch (which.selection()) {
      case NAMED -> which.names().contains(node);
      case FOLLOWER -> !leader.equals(Optional.of(node));
      default -> true;
    };
  }

  /**
   * The nodes of a step, in groups that are broken at once, one group after the other.
   *
   * @param whole nodes that are in service
   * @param leader the raft leader's name; empty when unknown
   * @throws IllegalArgumentException when there is a {@link #shortage}
   */
  static List<List<String>> choose(
      ExperimentStep step, List<String> whole, Optional<String> leader, Random random) {
    shortage(step, whole, leader)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    NodeChoice which = step.which();
    if (which.selection() == NodeChoice.Selection.EACH) {
      return whole.stream().map(List::of).toList();
    }
    List<String> candidates = new ArrayList<>(whole);
    Collections.shuffle(candidates, random);
    candidates.removeIf(node -> !suits(which, node, leader));
    if (which.selection() == NodeChoice.Selection.LEADER) {
      candidates.remove(leader.orElseThrow());
      candidates.add(0, leader.get());
    }
    return List.of(List.copyOf(candidates.subList(0, step.nodes())));
  }
}
