package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;

/** Sends calls to a cluster. Not thread-safe: used on the thread of one event loop only. */
public interface Driver {

  /** Failure of a call for which this process had no file descriptor. */
  String NO_DESCRIPTOR = "no file descriptor left";

  /** Failure of a call for which this machine had no local port. */
  String NO_PORT = "no local port left";

  /** Whether a failure means that no descriptor or port was left to open a connection. */
  static boolean isShortage(String failure) {
    return failure.equals(NO_DESCRIPTOR) || failure.equals(NO_PORT);
  }

  /** Failure of a call that was not sent yet when the load was stopped early. */
  String ABANDONED = "not sent, as the load was stopped";

  /** Failure of a call that was in flight when its driver was closed. */
  String UNANSWERED = "unanswered at the end";

  /**
   * Starts a call. Exactly one {@link CallListener#completed} follows, possibly before this method
   * returns.
   */
  void send(Call call);

  /**
   * Whether an instance has the connection for its calls; if not, connect it.
   *
   * @param channel which of its connections
   */
  default boolean connected(int instance, Channel channel) {
    return true;
  }

  /** Closes an instance's connections, as when its process ends; it has no call in flight. */
  default void closeConnections(int instance) {}

  /**
   * Whether a connection needs a beat: a gRPC client sends no health check on one that was used for
   * another call within the last period.
   *
   * @param channel which of the client's connections
   */
  default boolean needsBeat(int client, Channel channel, long due) {
    return true;
  }

  /** Whether any call of an instance, not only its beat, keeps the instance alive. */
  default boolean everyCallKeepsAlive() {
    return false;
  }

  /**
   * Ends attempts that timed out, and releases finished ones, which a driver may retain until then.
   * Called about twice a second.
   */
  void expire(long now);

  /** Open connections, including those being opened. */
  int connections();

  /**
   * Connections opened since the driver was created, including those that failed, but not those of
   * set-ups.
   */
  long opened();

  /**
   * The load was stopped early: all calls that were not sent yet, but those that {@link
   * Call.Trait#FOLLOWS_LOAD follow the load}, fail with {@link #ABANDONED}, and none of them is
   * sent again.
   */
  default void abandonLoad() {}

  /** Closes every connection; calls in flight fail with {@link #UNANSWERED}. */
  void close();
}
