package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.core.stats.Operation;

/**
 * A client's call over HTTP on its way through a modelled node: the link, a request thread, the
 * machine's processor, for a write the service's owner, and back. The caller may reuse the object
 * after the answer, but not after a timeout.
 *
 * <p>After Nacos 1.4.1: {@code AuthFilter} and {@code DistroFilter} run on the request's thread,
 * which is held until the owner has answered; a long poll gives its thread back while it waits.
 */
public abstract class ModelCall {

  /** What it asks for. */
  public Operation request;

  /** The service that is listed or written to. */
  public ServiceKey service;

  /** The write for the owner; null for a call that writes nothing. */
  public PeerCall<?> write;

  /** What it says about configurations; null for a listen for what does not exist, and others. */
  public ConfigExchange configuration;

  /** Whether the call has a valid token, or needs none. */
  public boolean authorized;

  /** How long a long poll is held, in nanoseconds. */
  public long hold;

  /** The HTTP status. */
  public int status;

  /** The owner's answer to an accepted write. */
  public Object written;

  private RunningNode node;

  /**
   * Receives the answer to a list: the service at this moment, which must be read immediately.
   *
   * @param service null if the node does not know the service
   */
  protected abstract void listed(Service service);

  /** The answer has reached the client. */
  protected abstract void answered();

  /** Sends the call to a node on a connection; returns the event of its arrival. */
  Runnable sentOn(HttpSocket socket, RunningNode receiver) {
    node = receiver;
    status = 0;
    written = null;
    return () -> socket.reached(this);
  }

  /** The node reads the call. */
  void arrived() {
    Runnable admitted = node.stage(() -> node.work(this, node.stage(this::worked)));
    node.stage(() -> node.threads.acquire(admitted)).run();
  }

  private void worked() {
    if (!authorized) {
      answer(403);
    } else if (write != null) {
      node.write(this);
    } else if (request == Operation.LISTEN) {
      node.threads.release();
      Runnable holdEnd =
          node.stage(
              () -> {
                status = 200;
                node.toClient(this::answered);
              });
      if (configuration == null) {
        node.after(hold, holdEnd);
      } else {
        node.configs.poll(configuration, hold, holdEnd);
      }
    } else {
      switch (request) {
        case READ -> node.configs.read(configuration);
        case PUBLISH, REMOVE -> node.configs.write(configuration);
        case LIST, SWEEP -> listed(node.naming.registry().find(service));
        default -> {}
      }
      answer(200);
    }
  }

  /** Ends the call's stay on the node. */
  void answer(int with) {
    status = with;
    node.threads.release();
    node.toClient(this::answered);
  }
}
