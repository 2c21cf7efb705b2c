package dev.nacoscapacity.simulator.study.predict;

import dev.nacoscapacity.simulator.options.NodeOptions;
import java.util.Optional;

/**
 * Options that override a run's record about its cluster; an empty one keeps the record's value.
 *
 * @param costs name of a cost file that comes with the tool, or a path
 * @param cores of each machine that nodes run on
 * @param heap of a node, as in {@code -Xmx}: {@code 768m}, {@code 8g}
 * @param speed of a core relative to the reference machine of the costs
 */
public record Assumptions(
    Optional<String> costs,
    Optional<Integer> cores,
    Optional<String> heap,
    Optional<Double> speed) {

  /**
   * @throws dev.nacoscapacity.core.cli.UsageException when there are no such costs
   */
  public Assumptions {
    costs.ifPresent(NodeOptions::costs);
  }

  /**
   * What the options of a command say.
   *
   * @param costs empty for the file of the run's version
   */
  public static Assumptions of(Optional<String> costs, NodeOptions node) {
    return new Assumptions(
        costs,
        Optional.ofNullable(node.cores()),
        Optional.ofNullable(node.heap()),
        Optional.ofNullable(node.speed()));
  }

  /** The same with another cost file. */
  public Assumptions withCosts(String others) {
    return new Assumptions(Optional.of(others), cores, heap, speed);
  }
}
