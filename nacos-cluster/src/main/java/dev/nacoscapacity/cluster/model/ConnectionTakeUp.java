package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;

/**
 * Models how a node takes up a connection that a client has set up. Until then, requests on the
 * connection are answered with "not registered". The last step handles one connection at a time,
 * and in rare cases it takes long. During that time requests are served although the client does
 * not exist yet, so a registration that arrives then is acknowledged and lost.
 *
 * <p>Source: {@code GrpcBiStreamRequestAcceptor} of 2.2.4 calls, on a thread of the requests,
 * {@code ConnectionManager.register}, which is synchronized, puts the connection into its map and
 * then notifies {@code ConnectionBasedClientManager}; {@code
 * EphemeralClientOperationServiceImpl.registerInstance} returns without an error where {@code
 * clientIsLegal} finds no client. The cause of the delay between the two is unknown. Its frequency
 * and length are from docs/results.md, "An acknowledged registration that nobody shows": 2 of 5,500
 * registrations were lost on warm nodes, 6 of 2,000 on nodes a minute old, and the delay was 308 ms
 * and 500 ms, while a client waits 100 ms. Newer servers acknowledge the set-up at the end, and
 * clients wait for that.
 */
final class ConnectionTakeUp {

  /** Probability of the delay on a warm node; multiplied by the slowness of a cold node. */
  private static final double HELD_UP = 0.0005;

  /** Mean delay: chosen so that delays above the client's 100 ms average 400 ms. */
  private static final double MEAN_NANOS = 300e6;

  private final ModelCluster cluster;
  private final GrpcConnector connector;
  private final RunningNode node;
  private final Threads lock = new Threads(1, Integer.MAX_VALUE);

  ConnectionTakeUp(ModelCluster cluster, GrpcConnector connector) {
    this.cluster = cluster;
    this.connector = connector;
    this.node = connector.node;
  }

  /** The set-up request of a client has arrived. */
  void setUp(ModelClient client, Channel channel) {
    Runnable takeUp = node.stage(() -> takeUp(client, channel));
    Runnable itsTurn =
        node.stage(
            () -> {
              client.registered = true;
              if (cluster.randomEvent(HELD_UP * node.slowness())) {
                node.after(cluster.exponential(MEAN_NANOS), takeUp);
              } else {
                takeUp(client, channel);
              }
            });
    Runnable onThread = node.stage(() -> node.takeUp(node.stage(() -> lock.acquire(itsTurn))));
    node.stage(() -> connector.threads.acquire(onThread)).run();
  }

  private void takeUp(ModelClient client, Channel channel) {
    // A configuration connection publishes nothing.
    if (channel == Channel.NAMING) {
      connector.takenUp(client);
    }
    if (cluster.spec().version().acknowledgesSetUp()) {
      node.toClient(client.channel::setUpAcknowledged);
    }
    lock.release();
    connector.threads.release();
  }

  /** The status in the answer to a registration on a connection that is not taken up. */
  int statusOfEarlyRegistration() {
    return cluster.model.behaviour().lostRegistration() ? ModelCall.OK : ModelCall.UNREGISTERED;
  }
}
