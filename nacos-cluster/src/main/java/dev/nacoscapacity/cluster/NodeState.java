package dev.nacoscapacity.cluster;

/** State of a {@link Node} as seen from outside. */
public enum NodeState {
  /** It runs and does not answer: it is still starting, or it is stuck. */
  STARTING,
  /** It runs and answers. */
  UP,
  /** It is frozen: its port accepts connections and nothing answers. */
  PAUSED,
  /** It does not run, or has given up starting. */
  DOWN;

  /** Whether its process is running, also when it is too busy to answer. */
  public boolean runs() {
    return this == UP || this == STARTING;
  }
}
