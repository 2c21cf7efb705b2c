package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import java.util.Map;
import java.util.Set;

/** What may stand under {@code load:} or {@code chaos:}; a command line knows. */
public interface LoadOptions {

  /** The options' names without their dashes. */
  Set<String> names();

  /**
   * Tries whether a run could be made of these.
   *
   * @param cluster that they are for
   * @throws IllegalArgumentException saying what is impossible, and what to write instead
   */
  void check(Map<String, String> load, ClusterSpec cluster);
}
