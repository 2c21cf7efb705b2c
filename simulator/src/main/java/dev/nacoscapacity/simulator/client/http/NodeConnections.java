package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;

/** Makes the connections to the nodes, for the pools of one event loop. */
@FunctionalInterface
public interface NodeConnections {

  /**
   * A connection that does nothing before {@link NodeConnection#connect}.
   *
   * @param pool to which it reports
   * @param server the node's number, from 0
   * @param first the call that it is opened for
   */
  NodeConnection open(NodePool pool, int server, Call first);
}
