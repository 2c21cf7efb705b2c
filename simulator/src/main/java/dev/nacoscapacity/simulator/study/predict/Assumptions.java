package dev.nacoscapacity.simulator.study.predict;

import dev.nacoscapacity.simulator.options.NodeOptions;

/**
 * Options that override a run's record about its cluster; null keeps the value of the record.
 *
 * @param costs name of a cost file that comes with the tool, or a path
 * @param cores of each machine that nodes run on
 * @param heap of a node, as in {@code -Xmx}: {@code 768m}, {@code 8g}
 * @param speed of a core relative to the reference machine of the costs
 */
public record Assumptions(String costs, Integer cores, String heap, Double speed) {

  /**
   * @throws dev.nacoscapacity.core.cli.UsageException when there are no such costs
   */
  public Assumptions {
    if (costs != null) {
      NodeOptions.costs(costs);
    }
  }

  /** The same with another cost file. */
  public Assumptions withCosts(String others) {
    return new Assumptions(others, cores, heap, speed);
  }
}
