package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A client's connection to a node over gRPC: the instances that it publishes, and the requests of
 * the node that it has not acknowledged yet. After Nacos 2's {@code ConnectionBasedClient} and
 * {@code RpcAckCallbackSynchronizer}. Confined to the node's thread.
 */
public abstract class ConnectedClient {

  private final Loop loop;
  private final Publisher publisher;

  /** A marker for each request, since a push that is sent again has the same id. */
  private final Map<String, Object> unacknowledged = new HashMap<>(2);

  protected ConnectedClient(NamingNode node) {
    this.loop = node.loop();
    this.publisher = node.newPublisher();
  }

  public final Publisher publisher() {
    return publisher;
  }

  /**
   * A request of the node has been sent to the client.
   *
   * @param requestId by which the client acknowledges it
   * @param failed runs when the client does not acknowledge in time; not when the connection is
   *     closed
   */
  public final void sent(String requestId, Duration timeout, Runnable failed) {
    Object mark = new Object();
    unacknowledged.put(requestId, mark);
    loop.after(
        timeout,
        () -> {
          if (unacknowledged.remove(requestId, mark)) {
            failed.run();
          }
        });
  }

  public final void acknowledged(String requestId) {
    unacknowledged.remove(requestId);
  }

  /** How many requests the client has not acknowledged. */
  protected final int unacknowledged() {
    return unacknowledged.size();
  }

  /** The connection is gone, and with it its instances. */
  public void close() {
    unacknowledged.clear();
    publisher.close();
  }
}
