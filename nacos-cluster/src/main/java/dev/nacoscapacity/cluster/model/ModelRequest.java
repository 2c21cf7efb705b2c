package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.core.stats.Operation;

/**
 * A client's request over gRPC on its way through a modelled node: the link, a thread, the
 * machine's processor, and back. Not reusable.
 */
public abstract class ModelRequest {

  /** The outcome in the answer. */
  public enum Outcome {
    OK,
    /** The node does not accept the token. */
    REFUSED,
    /** The node does not know the connection. */
    UNREGISTERED
  }

  protected final Operation request;

  /** The service that is listed or written to; null for none. */
  protected final ServiceKey service;

  /** The instance of the client. */
  protected final InstanceSpec instance;

  /** What it says about configurations; null for a listen for what does not exist, and others. */
  protected final ConfigExchange configuration;

  /** Whether the request has a valid token, or needs none. */
  protected final boolean authorized;

  private Outcome outcome;

  protected ModelRequest(
      Operation request,
      ServiceKey service,
      InstanceSpec instance,
      ConfigExchange configuration,
      boolean authorized) {
    this.request = request;
    this.service = service;
    this.instance = instance;
    this.configuration = configuration;
    this.authorized = authorized;
  }

  /**
   * Receives the answer to a list or a subscription: the service at this moment, which must be read
   * immediately.
   *
   * @param service null if the node does not know the service
   */
  protected abstract void listed(Service service);

  /** The answer has reached the client. */
  protected abstract void answered();

  /** The outcome in the answer. */
  protected final Outcome outcome() {
    return outcome;
  }

  /** Whether it needs a token, where nodes check tokens. */
  boolean secured() {
    return request != Operation.CONNECT && request != Operation.BEAT;
  }

  /** The request has arrived over the link, on a connection of this client. */
  void arriveAt(RunningNode node, ConnectedClient client) {
    Runnable admitted = node.stage(() -> node.work(this, node.stage(() -> worked(node, client))));
    node.stage(() -> node.clients.threads.acquire(admitted)).run();
  }

  private void worked(RunningNode node, ConnectedClient client) {
    outcome = node.clients.serve(client, this);
    if (outcome == Outcome.OK && (request == Operation.LIST || request == Operation.SUBSCRIBE)) {
      listed(node.naming.registry().find(service));
    }
    node.clients.threads.release();
    node.toClient(this::answered);
  }
}
