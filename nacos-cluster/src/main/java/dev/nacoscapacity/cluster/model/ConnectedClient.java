package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.Publisher;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import java.util.HashSet;
import java.util.Set;

/**
 * The node's end of a client's gRPC connection, from connecting to closing. After Nacos 2's {@code
 * Connection} and {@code ConnectionBasedClient}.
 */
final class ConnectedClient {

  final ModelChannel channel;
  final Publisher publisher;

  /** The node answers its requests: {@code ConnectionManager} has it. */
  boolean registered;

  /** Its registrations take effect: {@code ConnectionBasedClientManager} has it. */
  boolean takenUp;

  /** The node knows that the connection is closed. */
  boolean over;

  /** The service of its first registered instance; null until then. */
  ServiceKey service;

  InstanceKey instance;

  /** The number of services that the client has subscribed to. */
  int subscriptions;

  /** A bit for each other node that received the client before its first registration. */
  long copiedEmpty;

  /** Pushes that the client has not acknowledged yet; only used for membership tests. */
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

  /** Acknowledges a push; returns whether the push was still unacknowledged. */
  boolean acknowledged(long push) {
    return unacknowledged != null && unacknowledged.remove(push);
  }
}
