package dev.nacoscapacity.cluster.proxy;

/** Which thread serves the node's side of a connection that a proxy accepted. */
public enum ThreadModel {
  /** The event loop that serves the client's side: nothing is handed over between threads. */
  SAME_LOOP,
  /** Any event loop of the one group. */
  SHARED_GROUP,
  /** An event loop of a group for nodes only. */
  SEPARATE_GROUPS
}
