package dev.nacoscapacity.cluster.embedded.registry;

/**
 * An instance as one node sees it at the moment of asking.
 *
 * @param spec shared by all nodes of a process
 * @param lastBeat milliseconds since the epoch; on a node that is not the owner that of the last
 *     copy, and 0 for an instance that a connection keeps alive
 * @param healthy in this node's view
 */
public record InstanceState(InstanceSpec spec, long lastBeat, boolean healthy) {}
