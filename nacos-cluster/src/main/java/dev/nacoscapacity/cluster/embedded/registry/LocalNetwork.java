package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** The nodes of one process: calls of methods in place of messages, with their failures. */
public final class LocalNetwork implements Network {

  private final AtomicReferenceArray<NamingNode> nodes;

  public LocalNetwork(int size) {
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

  @Override
  public <A> void send(
      Loop sender,
      int to,
      Duration timeout,
      PeerCall<A> call,
      Consumer<A> answered,
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
    node.loop()
        .execute(
            () -> {
              A answer = call.at(node);
              sender.execute(() -> answered.accept(answer));
            },
            refused);
  }
}
