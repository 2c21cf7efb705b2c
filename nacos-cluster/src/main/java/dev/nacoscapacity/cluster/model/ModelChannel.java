package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;

/** A client's connection over gRPC to a modelled node, at the client's end. */
public abstract class ModelChannel extends ModelSocket {

  /** The node's end; null until the node took the connection up, and when it is over. */
  ConnectedClient client;

  /**
   * The node sends a list to the client, as a subscriber of the service.
   *
   * @param push the node's number of it, to be acknowledged with
   * @param known the service as the node knows it now, which is read here and now; null if it knows
   *     no such service
   * @return what happens when the list has reached the client
   */
  protected abstract Runnable pushing(long push, ServiceKey service, Service known);

  @Override
  boolean taken() {
    client = peer.clients().connected(this);
    return true;
  }

  @Override
  void gone() {
    ConnectedClient left = client;
    RunningNode from = peer;
    client = null;
    from.closing(() -> from.clients().forget(left));
  }
}
