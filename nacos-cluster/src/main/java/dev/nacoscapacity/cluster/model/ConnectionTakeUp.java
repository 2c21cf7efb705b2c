package dev.nacoscapacity.cluster.model;

/**
 * How a node takes up a connection that a client has set up: on a thread of the requests, one
 * connection after the other. Until it is a connection's turn, requests on it are answered that it
 * is not registered; until the end of its turn they are served, but the client that an instance
 * would belong to is missing. So a registration that comes meanwhile is acknowledged and lost.
 *
 * <p>Source: {@code GrpcBiStreamRequestAcceptor} of 2.2.4 calls {@code ConnectionManager.register},
 * which is synchronized, puts the connection into its map and then tells {@code
 * ConnectionBasedClientManager}; {@code EphemeralClientOperationServiceImpl.registerInstance}
 * returns without an error where {@code clientIsLegal} finds no client (docs/results.md, "An
 * acknowledged registration that nobody shows"). Nothing stands in the way of a warm node: two
 * milliseconds against the hundred that a client waits. A cold one needs many slices of a processor
 * that others want.
 */
final class ConnectionTakeUp {

  private final RunningNode node;
  private final Threads threads;
  private final Threads lock = new Threads(1, Integer.MAX_VALUE);
  private final long work;

  /**
   * @param threads that take requests
   * @param work of one turn, in nanoseconds at reference speed
   */
  ConnectionTakeUp(RunningNode node, Threads threads, long work) {
    this.node = node;
    this.threads = threads;
    this.work = work;
  }

  /** A client's set-up is here. */
  void setUp(ConnectedClient client, boolean config) {
    new Turn(client, config).run();
  }

  private enum Stage {
    ARRIVED,
    ON_THREAD,
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
          next = Stage.ITS_TURN;
          lock.acquire(this);
        }
        case ITS_TURN -> {
          next = Stage.DONE;
          client.known = true;
          node.work(work, this);
        }
        case DONE -> {
          // A configuration connection publishes nothing.
          client.takenUp = !config && client.channel.client == client;
          if (client.takenUp) {
            node.clients().takenUp(client);
          }
          lock.release();
          threads.release();
        }
      }
    }
  }
}
