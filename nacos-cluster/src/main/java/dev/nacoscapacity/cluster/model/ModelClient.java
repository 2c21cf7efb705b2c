package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.ConnectedClient;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;

/** The node's end of a client's gRPC connection, from connecting to closing. */
final class ModelClient extends ConnectedClient {

  final ModelChannel channel;

  /** The node answers its requests: {@code ConnectionManager} has it. */
  boolean registered;

  /** Its registrations take effect: {@code ConnectionBasedClientManager} has it. */
  boolean takenUp;

  /** The node knows that the connection is closed. */
  boolean over;

  /** It has registered an instance. */
  boolean published;

  /** A bit for each other node that received the client before its first registration. */
  long copiedEmpty;

  ModelClient(NamingNode node, ModelChannel channel) {
    super(node);
    this.channel = channel;
  }
}
