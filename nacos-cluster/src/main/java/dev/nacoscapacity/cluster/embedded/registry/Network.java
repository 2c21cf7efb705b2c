package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** How the nodes of one process reach each other: calls in place of HTTP, with its failures. */
public final class Network {

  private final AtomicReferenceArray<NamingNode> nodes;

  public Network(int size) {
    nodes = new AtomicReferenceArray<>(size);
  }

  /** The node listens from now on. */
  public void attach(NamingNode node) {
    nodes.set(node.members().self(), node);
  }

  /** Nothing listens there any more. */
  public void detach(int member) {
    nodes.set(member, null);
  }

  /**
   * Runs {@code message} on the other node's thread; answering, on the sender's, is up to it.
   *
   * @param failed told on the sender's thread that the call failed; a silent node can still answer
   *     later, and the sender must ignore that
   */
  void send(
      Loop sender,
      int to,
      Duration timeout,
      Consumer<NamingNode> message,
      Consumer<Failure> failed) {
    NamingNode node = nodes.get(to);
    Runnable refused = () -> sender.execute(() -> failed.accept(Failure.REFUSED));
    if (node == null) {
      refused.run();
      return;
    }
    // Nodes that run answer at once, so only a frozen one needs a timer.
    if (node.loop().frozen()) {
      sender.after(timeout, () -> failed.accept(Failure.SILENT));
    }
    node.loop().execute(() -> message.accept(node), refused);
  }

  /** Why a call between nodes has no answer. */
  public enum Failure {
    /** Nothing listens there. */
    REFUSED,
    /** No answer in time. */
    SILENT
  }
}
