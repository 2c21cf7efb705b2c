package dev.nacoscapacity.chaos.checker;

/** The fields of events of kind {@link dev.nacoscapacity.core.record.Event#NODE}. */
public final class NodeEvents {

  /** The node that the event is about. */
  public static final String NODE = "node";

  /** A member's state, in Nacos's words, as {@link #SEEN_BY} another. */
  public static final String STATE = "state";

  public static final String SEEN_BY = "seenBy";

  /** Whether the node answers a request for its members. */
  public static final String ANSWERS = "answers";

  /**
   * The leader of naming's raft group as reported by the node; empty when the node knows no leader.
   */
  public static final String LEADER = "leader";

  private NodeEvents() {}
}
