package dev.nacoscapacity.cluster;

/** What a {@link Node} looks like from outside. */
public enum NodeState {
  /** It runs and does not answer: it is still starting, or it hangs. */
  STARTING,
  /** It runs and answers. */
  UP,
  /** It is frozen: its port accepts connections and nothing answers. */
  PAUSED,
  /** It does not run. */
  DOWN;

  /** Whether its process goes on, be it too busy to answer. */
  public boolean runs() {
    return this == UP || this == STARTING;
  }
}
