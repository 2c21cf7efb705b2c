package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.PeerCall;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import java.util.function.Consumer;

/**
 * A client's call over HTTP on its way through a modelled node: the link, a request thread, the
 * machine's processor, for a write the service's owner, and back. The caller may reuse the object
 * after the answer, but not after a timeout.
 *
 * <p>After Nacos 1.4.1: {@code AuthFilter} and {@code DistroFilter} run on the request's thread,
 * which is held until the owner has answered; a long poll gives its thread back while it waits.
 */
public abstract class ModelCall {

  /** The kind of call. */
  public enum Kind {
    REGISTER,
    DEREGISTER,
    BEAT,
    LIST,
    LISTEN,
    /** Of a configuration, like the next two. */
    READ,
    PUBLISH,
    REMOVE,
    LOGIN,
    SCRAPE
  }

  /** The kind of call. */
  public Kind kind;

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

  // Each stage is an event; the events are allocated once, since a fleet makes thousands of calls a
  // second.
  private final Runnable reaching = this::reaches;
  private final Runnable arrived = this::arrived;
  private final Runnable admitted = this::admitted;
  private final Runnable worked = this::worked;
  private final Runnable held = this::held;
  private final Runnable answered = this::answered;
  private final Consumer<Object> taken = this::taken;

  private HttpSocket socket;

  /** The node that receives the call. */
  private RunningNode node;

  /**
   * Receives the answer to a list: the service at this moment, which must be read immediately.
   *
   * @param known null if the node does not know the service
   */
  protected abstract void listed(Service known);

  /** The answer has reached the client. */
  protected abstract void answered();

  /** Sends the call to a node on a connection; returns the event of its arrival. */
  Runnable sentOn(HttpSocket connection, RunningNode taking) {
    socket = connection;
    node = taking;
    status = 0;
    written = null;
    return reaching;
  }

  private void reaches() {
    socket.reached(this);
  }

  /** The node reads the call. */
  void arrived() {
    if (!node.holds(arrived)) {
      node.threads().acquire(admitted);
    }
  }

  private void admitted() {
    if (!node.holds(admitted)) {
      node.work(this, worked);
    }
  }

  private void worked() {
    if (node.holds(worked)) {
      return;
    }
    if (!authorized) {
      answer(403);
    } else if (write != null) {
      node.write(this, taken);
    } else if (kind == Kind.LISTEN) {
      node.threads().release();
      if (configuration == null) {
        node.after(hold, held);
      } else {
        node.configs().poll(configuration, hold, held);
      }
    } else {
      switch (kind) {
        case READ -> node.configs().read(configuration);
        case PUBLISH, REMOVE -> node.configs().write(configuration);
        default -> {}
      }
      if (kind == Kind.LIST) {
        listed(node.naming().registry().find(service));
      }
      answer(200);
    }
  }

  private void held() {
    if (!node.holds(held)) {
      status = 200;
      node.toClient(answered);
    }
  }

  private void taken(Object answer) {
    written = answer;
    answer(200);
  }

  /** Ends the call's stay on the node. */
  void answer(int with) {
    status = with;
    node.threads().release();
    node.toClient(answered);
  }
}
