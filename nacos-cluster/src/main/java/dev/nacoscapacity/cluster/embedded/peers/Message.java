package dev.nacoscapacity.cluster.embedded.peers;

import java.io.Serializable;

/**
 * A call or its answer on the way between two nodes.
 *
 * @param id of the call, also in its answer
 * @param content the call, or what was answered
 */
record Message(long id, Object content) implements Serializable {}
