package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;

/**
 * A client's request over gRPC on its way through a modelled node: the link, a thread, the
 * machine's processor, and back. It goes that way once.
 */
public abstract class ModelRequest {

  /** What is asked for. */
  public enum Kind {
    SERVER_CHECK(false),
    HEALTH_CHECK(false),
    REGISTER(true),
    DEREGISTER(true),
    LIST(true),
    SUBSCRIBE(true),
    /** Which of these configurations have changed? */
    LISTEN(true);

    /** Whether it needs a token, where nodes check tokens. */
    final boolean secured;

    Kind(boolean secured) {
      this.secured = secured;
    }
  }

  /** What the answer says. */
  public enum Outcome {
    OK,
    /** Its token is none that the node takes. */
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

  /** What is asked for. */
  protected final Kind kind;

  /** The service that is listed or written to; null for none. */
  protected final ServiceKey service;

  /** What is registered; else null. */
  protected final InstanceSpec instance;

  /** Whether it has a token that the cluster takes, or needs none. */
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
   * The service as the node knows it now: the answer to a list or a subscription, which is read
   * here and now.
   *
   * @param known null if the node knows no such service
   */
  protected abstract void listed(Service known);

  /** The answer has reached the client. */
  protected abstract void answered();

  /** What the answer says. */
  protected final Outcome outcome() {
    return outcome;
  }

  /** It has come over the link, on a connection of this client. */
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
