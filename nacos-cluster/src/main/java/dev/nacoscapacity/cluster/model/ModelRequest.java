package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;

/**
 * A client's request over gRPC on its way through a modelled node: the link, a thread, the
 * machine's processor, and back. Not reusable.
 */
public abstract class ModelRequest {

  /** The kind of request. */
  public enum Kind {
    SERVER_CHECK(false),
    HEALTH_CHECK(false),
    REGISTER(true),
    DEREGISTER(true),
    LIST(true),
    SUBSCRIBE(true),
    /** Which of these configurations have changed? */
    LISTEN(true),
    /** Of a configuration, like the next two. */
    READ(true),
    PUBLISH(true),
    REMOVE(true);

    /** Whether it needs a token, where nodes check tokens. */
    final boolean secured;

    Kind(boolean secured) {
      this.secured = secured;
    }
  }

  /** The outcome in the answer. */
  public enum Outcome {
    OK,
    /** The node does not accept the token. */
    REFUSED,
    /** The node does not know the connection. */
    UNREGISTERED
  }

  private enum Stage {
    ARRIVED,
    ON_THREAD,
    WORKED,
    ANSWERED
  }

  /** The kind of request. */
  protected final Kind kind;

  /** The service that is listed or written to; null for none. */
  protected final ServiceKey service;

  /** The instance to register; else null. */
  protected final InstanceSpec instance;

  /** What it says about configurations; null for a listen for what does not exist, and others. */
  protected ConfigExchange configuration;

  /** Whether the request has a valid token, or needs none. */
  protected final boolean authorized;

  private final Runnable advance = this::advance;
  private RunningNode node;
  private ConnectedClient client;
  private Stage next = Stage.ARRIVED;
  private Outcome outcome;

  protected ModelRequest(Kind kind, ServiceKey service, InstanceSpec instance, boolean authorized) {
    this.kind = kind;
    this.service = service;
    this.instance = instance;
    this.authorized = authorized;
  }

  /**
   * Receives the answer to a list or a subscription: the service at this moment, which must be read
   * immediately.
   *
   * @param known null if the node does not know the service
   */
  protected abstract void listed(Service known);

  /** The answer has reached the client. */
  protected abstract void answered();

  /** The outcome in the answer. */
  protected final Outcome outcome() {
    return outcome;
  }

  /** The request has arrived over the link, on a connection of this client. */
  void arriveAt(RunningNode taking, ConnectedClient from) {
    node = taking;
    client = from;
    advance();
  }

  private void advance() {
    if (next == Stage.ANSWERED) {
      answered();
      return;
    }
    if (node.holds(advance)) {
      return;
    }
    switch (next) {
      case ARRIVED -> {
        next = Stage.ON_THREAD;
        node.clients().threads().acquire(advance);
      }
      case ON_THREAD -> {
        next = Stage.WORKED;
        node.work(this, advance);
      }
      default -> {
        next = Stage.ANSWERED;
        outcome = node.clients().serve(client, this);
        if (outcome == Outcome.OK && (kind == Kind.LIST || kind == Kind.SUBSCRIBE)) {
          listed(node.naming().registry().find(service));
        }
        node.clients().threads().release();
        node.toClient(advance);
      }
    }
  }
}
