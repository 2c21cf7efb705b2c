package dev.nacoscapacity.cluster.model;

/**
 * How a node takes up a connection that a client has set up. Until then requests on it are answered
 * that it is not registered. The last step is done for one connection after the other, and rarely
 * takes long: meanwhile requests are served, but the client that an instance would belong to is
 * missing. So a registration that comes meanwhile is acknowledged and lost.
 *
 * <p>Source: {@code GrpcBiStreamRequestAcceptor} of 2.2.4 calls, on a thread of the requests,
 * {@code ConnectionManager.register}, which is synchronized, puts the connection into its map and
 * then tells {@code ConnectionBasedClientManager}; {@code
 * EphemeralClientOperationServiceImpl.registerInstance} returns without an error where {@code
 * clientIsLegal} finds no client. What holds a thread up between the two is not known. How often
 * and how long is from docs/results.md, "An acknowledged registration that nobody shows": 2 of
 * 5,500 registrations were lost on warm nodes, 6 of 2,000 on nodes a minute old, and it took 308 ms
 * and 500 ms, where a client waits 100 ms.
 */
final class ConnectionTakeUp {

  /** Of a connection to a warm node; as many times more as the node is slower for being cold. */
  private static final double HELD_UP = 0.0005;

  /** How long on average: 400 ms of those that take more than the client's 100 ms. */
  private static final double MEAN_NANOS = 300e6;

  private final ModelCluster cluster;
  private final RunningNode node;
  private final Threads threads;
  private final Threads lock = new Threads(1, Integer.MAX_VALUE);

  /**
   * @param threads that take requests
   */
  ConnectionTakeUp(ModelCluster cluster, RunningNode node, Threads threads) {
    this.cluster = cluster;
    this.node = node;
    this.threads = threads;
  }

  /** A client's set-up is here. */
  void setUp(ConnectedClient client, boolean config) {
    new Turn(client, config).run();
  }

  private enum Stage {
    ARRIVED,
    ON_THREAD,
    WORKED,
    ITS_TURN,
    DONE
  }

  private final class Turn implements Runnable {

    private final ConnectedClient client;
    private final boolean config;
    private Stage next = Stage.ARRIVED;

    Turn(ConnectedClient client, boolean config) {
      this.client = client;
      this.config = config;
    }

    @Override
    public void run() {
      if (node.holds(this)) {
        return;
      }
      switch (next) {
        case ARRIVED -> {
          next = Stage.ON_THREAD;
          threads.acquire(this);
        }
        case ON_THREAD -> {
          next = Stage.WORKED;
          node.takeUp(this);
        }
        case WORKED -> {
          next = Stage.ITS_TURN;
          lock.acquire(this);
        }
        case ITS_TURN -> {
          next = Stage.DONE;
          client.known = true;
          if (cluster.happens(HELD_UP * node.slowness())) {
            node.after(cluster.exponential(MEAN_NANOS), this);
          } else {
            takeUp();
          }
        }
        case DONE -> takeUp();
      }
    }

    private void takeUp() {
      // A configuration connection publishes nothing.
      if (!config) {
        node.clients().takenUp(client);
      }
      lock.release();
      threads.release();
    }
  }
}
