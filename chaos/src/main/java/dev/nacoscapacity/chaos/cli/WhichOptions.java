package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.simulator.options.UsageException;
import picocli.CommandLine.Option;

/** Which nodes are broken. */
final class WhichOptions {

  @Option(
      names = "--which",
      paramLabel = "leader|follower|random|NODE,…",
      defaultValue = "random",
      description = "which nodes (default: ${DEFAULT-VALUE})")
  private String which;

  /**
   * By what they are chosen.
   *
   * @throws UsageException when it is not said as it should be
   */
  NodeChoice which() {
    try {
      return NodeChoice.parse(which);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--which: " + e.getMessage());
    }
  }

  /** As many as are named, or one. */
  int named() {
    return Math.max(1, which().names().size());
  }
}
