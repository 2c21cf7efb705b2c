package dev.nacoscapacity.cluster.embedded.registry;

/**
 * Who answers for instances. Those kept alive by beats belong to the service's owner, whoever that
 * is by now; those bound to connections belong to one life of the node that has the connections.
 *
 * @param member the node's number; -1 for the owner
 * @param life tells a node's lives apart
 */
record Origin(int member, long life) {

  static final Origin OWNER = new Origin(-1, 0);
}
