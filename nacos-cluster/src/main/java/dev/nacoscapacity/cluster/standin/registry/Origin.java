package dev.nacoscapacity.cluster.standin.registry;

/**
 * The node that is responsible for instances. For instances kept alive by heartbeats that is the
 * service's owner, which may change; for instances bound to a connection it is the node that has
 * the connection, until that node ends.
 *
 * @param member the node's number; -1 for the service's owner
 * @param epoch when the node started, milliseconds since 1970; distinguishes the runs of a node
 */
record Origin(int member, long epoch) {

  static final Origin OWNER = new Origin(-1, 0);
}
