package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.core.stats.Operation;

/**
 * A client's call on its way through a modelled node: the link, a thread, the machine's processor,
 * for a write over HTTP the service's owner, and back. The caller may reuse the object after the
 * answer, but not after a timeout.
 */
public abstract class ModelCall {

  /** The {@link #status} of a call that succeeded. */
  public static final int OK = 200;

  /** The {@link #status} of a call whose token the node does not accept. */
  public static final int REFUSED = Codes.NO_RIGHT;

  /** The {@link #status} of a call over gRPC on a connection that the node does not know. */
  public static final int UNREGISTERED = Codes.UNREGISTERED;

  /** What it asks for. */
  public Operation request;

  /** The service that is listed or written to. */
  public ServiceKey service;

  /** Over gRPC: the instance of the client. */
  public InstanceSpec instance;

  /** Over HTTP: the write for the owner; null for a call that writes nothing. */
  public PeerCall<?> write;

  /** What it says about configurations; null for a listen for what does not exist, and others. */
  public ConfigExchange configuration;

  /** Whether the call has a valid token, or needs none. */
  public boolean authorized;

  /** Over HTTP: how long a long poll is held, in nanoseconds. */
  public long hold;

  /** The status in the answer. */
  public int status;

  /** The owner's answer to an accepted write. */
  public Object written;

  private Connector connector;

  /** Over gRPC: the node's end of the connection. */
  ModelClient client;

  /**
   * Receives the answer to a list or a subscription: the service at this moment, which must be read
   * immediately.
   *
   * @param service null if the node does not know the service
   */
  protected abstract void listed(Service service);

  /** The answer has reached the client. */
  protected abstract void answered();

  /** The client sends it to a node. */
  final void sentTo(Connector receiver, ModelClient on) {
    connector = receiver;
    client = on;
    status = 0;
    written = null;
  }

  /** The node reads it. */
  final void arrived() {
    connector.serve(this);
  }

  /** Ends the call's stay on a thread of the node, and answers it. */
  final void answer(int with) {
    connector.threads.release();
    answerLater(with);
  }

  /** Answers a call that has given its thread back. */
  final void answerLater(int with) {
    status = with;
    connector.node.toClient(this::answered);
  }
}
