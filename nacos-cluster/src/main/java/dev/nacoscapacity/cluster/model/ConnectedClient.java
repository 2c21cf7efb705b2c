package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.Publisher;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import java.util.HashSet;
import java.util.Set;

/**
 * A client's gRPC connection at the node's end, from the connection's making to its end. After
 * Nacos 2's {@code Connection} and {@code ConnectionBasedClient}.
 */
final class ConnectedClient {

  final ModelChannel channel;
  final Publisher publisher;

  /** The node answers its requests: {@code ConnectionManager} has it. */
  boolean known;

  /** What it registers counts: {@code ConnectionBasedClientManager} has it. */
  boolean takenUp;

  /** The node knows that the connection is over. */
  boolean over;

  /** Of the instance that it has registered first; null until then. */
  ServiceKey service;

  InstanceKey instance;

  /** How many services it was subscribed to. */
  int subscriptions;

  /** A bit for each other node that heard of it before it had registered anything. */
  long copiedEmpty;

  /** Pushes that the client is yet to acknowledge; only asked whether one is among them. */
  private Set<Long> unacknowledged;

  ConnectedClient(ModelChannel channel, Publisher publisher) {
    this.channel = channel;
    this.publisher = publisher;
  }

  void sent(long push) {
    if (unacknowledged == null) {
      unacknowledged = new HashSet<>(2);
    }
    unacknowledged.add(push);
  }

  /** Whether the push waited for that. */
  boolean acknowledged(long push) {
    return unacknowledged != null && unacknowledged.remove(push);
  }
}
