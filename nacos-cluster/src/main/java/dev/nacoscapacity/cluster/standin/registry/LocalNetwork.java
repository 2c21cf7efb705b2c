package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** Connects the nodes of one process: method calls replace messages, with the same failures. */
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
    // A frozen node may answer after the call has timed out.
    AtomicBoolean open = new AtomicBoolean(true);
    Consumer<Failure> failure =
        why -> {
          if (open.getAndSet(false)) {
            failed.accept(why);
          }
        };
    Runnable refused = () -> sender.execute(() -> failure.accept(Failure.REFUSED));
    NamingNode node = nodes.get(to);
    if (node == null) {
      refused.run();
      return;
    }
    // Nodes that run answer at once, so only a frozen one needs a timer.
    if (node.loop().frozen()) {
      sender.after(timeout, () -> failure.accept(Failure.SILENT));
    }
    node.loop()
        .execute(
            () -> {
              A answer = call.at(node);
              sender.execute(
                  () -> {
                    if (open.getAndSet(false)) {
                      answered.accept(answer);
                    }
                  });
            },
            refused);
  }
}
