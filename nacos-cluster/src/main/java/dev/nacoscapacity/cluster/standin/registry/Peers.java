package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** The other nodes, as one node calls them. */
record Peers(Loop loop, Network network, Members members) {

  /** Sends a call to another node, as {@link Network#send} does. */
  <A> void send(
      int member,
      Duration timeout,
      PeerCall<A> call,
      Consumer<A> answered,
      Consumer<Network.Failure> failed) {
    network.send(loop, member, timeout, call, answered, failed);
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
