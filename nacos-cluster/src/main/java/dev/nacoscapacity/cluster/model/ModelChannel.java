package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;

/** The client's end of a gRPC connection to a modelled node. */
public abstract class ModelChannel extends ModelSocket {

  /** The node's end; null before the node has taken up the connection, and after it is closed. */
  ModelClient client;

  /**
   * The node sends a list to the client, as a subscriber of the service.
   *
   * @param requestId of the push, for the acknowledgement
   * @param content the service at this moment, which must be read immediately; null if the node
   *     does not know the service
   * @return the event of the list's arrival at the client
   */
  protected abstract Runnable pushing(String requestId, ServiceKey service, Service content);

  /**
   * The node tells the client that a configuration has changed.
   *
   * @param requestId of the notice, for the acknowledgement
   * @return what happens when that has reached the client
   */
  protected abstract Runnable notifying(String requestId, ConfigKey key);

  /** The node acknowledges the set-up, where its version does so. */
  protected abstract void setUpAcknowledged();

  @Override
  boolean beforeAccept() {
    client = peer.grpc.connected(this);
    return true;
  }

  @Override
  void beforeClose() {
    ModelClient formerClient = client;
    RunningNode from = peer;
    client = null;
    from.closing(() -> from.grpc.forget(formerClient));
  }

  @Override
  Cost generatorCost() {
    return Cost.GENERATOR_GRPC_CALL;
  }

  @Override
  Runnable sent(ModelCall call) {
    call.sentTo(peer.grpc, client);
    return call::arrived;
  }
}
