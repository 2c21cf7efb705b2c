package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** The other nodes, as one node calls them. */
record Peers(Loop loop, Network network, Members members) {

  /**
   * Runs {@code message} on the other node's thread. Its answer, if any, comes by {@link
   * #answer(Runnable)}.
   *
   * @param failed told when the call failed; a silent node may still run the message later
   */
  void send(
      int member,
      Duration timeout,
      Consumer<NamingNode> message,
      Consumer<Network.Failure> failed) {
    network.send(loop, member, timeout, message, failed);
  }

  /** Back on this node's thread. */
  void answer(Runnable answer) {
    loop.execute(answer);
  }

  void forEach(IntConsumer action) {
    for (int member = 0; member < members.count(); member++) {
      if (member != members.self()) {
        action.accept(member);
      }
    }
  }

  boolean any() {
    return members.count() > 1;
  }
}
