package dev.nacoscapacity.cluster.model;

/**
 * The client's end of an HTTP connection to a modelled node. A node serves a limited number of
 * connections. The kernel accepts some more, which look open to their clients but are not read, and
 * does not answer further ones (Tomcat's {@code max-connections} and {@code accept-count}).
 */
public abstract class HttpSocket extends ModelSocket {

  private boolean accepted;
  private boolean closed;
  private ModelCall unread;

  @Override
  boolean beforeAccept() {
    RunningNode by = peer;
    return by.http.connections.acquire(() -> accept(by));
  }

  private void accept(RunningNode by) {
    if (closed) {
      by.http.connections.release();
      return;
    }
    accepted = true;
    if (unread != null) {
      unread.arrived();
    }
  }

  @Override
  Runnable sent(ModelCall call) {
    call.sentTo(peer.http, null);
    return () -> reached(call);
  }

  private void reached(ModelCall call) {
    if (accepted) {
      call.arrived();
    } else {
      unread = call;
    }
  }

  @Override
  void beforeClose() {
    closed = true;
    if (accepted) {
      peer.http.connections.release();
    }
  }

  @Override
  Cost generatorCost() {
    return Cost.GENERATOR_CALL;
  }
}
