package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;

/** Creates the connections to the nodes for the pools of one event loop. */
public interface NodeConnections {

  /**
   * Creates a connection, which is inactive until {@link NodeConnection#connect}.
   *
   * @param pool receives the connection's events
   * @param server the node's number, from 0
   * @param first the call to send once connected
   */
  NodeConnection open(NodePool pool, int server, Call first);

  /** The time, in nanoseconds. */
  long nanos();
}
