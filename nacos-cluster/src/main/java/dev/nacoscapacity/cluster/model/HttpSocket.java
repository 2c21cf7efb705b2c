package dev.nacoscapacity.cluster.model;

/**
 * A client's connection over HTTP to a modelled node, at the client's end. A node serves so many at
 * a time; the kernel keeps some more, which look open to their clients and nobody reads, and leaves
 * others without an answer (NACOS.md, 1: Tomcat's {@code max-connections} and {@code
 * accept-count}).
 */
public abstract class HttpSocket extends ModelSocket {

  private boolean accepted;
  private boolean left;
  private ModelCall unread;

  @Override
  boolean taken() {
    RunningNode by = peer;
    return by.connections().acquire(() -> accept(by));
  }

  private void accept(RunningNode by) {
    if (left) {
      by.connections().release();
      return;
    }
    accepted = true;
    if (unread != null) {
      unread.arriveAt(by);
    }
  }

  /** A call has arrived at the node. */
  void read(ModelCall call, RunningNode by) {
    if (accepted) {
      call.arriveAt(by);
    } else {
      unread = call;
    }
  }

  @Override
  void gone() {
    left = true;
    if (accepted) {
      peer.connections().release();
    }
  }
}
