package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.simulator.verify.Listing;

/** Receives the events of calls and connections, on the event loop's thread. */
@FunctionalInterface
public interface CallListener {

  /** An attempt was written to the transport at {@link Call#written}. */
  default void written(Call call) {}

  /** The call succeeded or finally failed; the driver no longer uses it. */
  void completed(Call call);

  /**
   * A client needs a new gRPC connection: the current one was lost or given up, or the server asks
   * the client to reconnect. Not called for a connection that the fleet closes by itself.
   *
   * @param actor the instance; for a configuration connection, the client that listens on it
   * @param channel which of its connections
   */
  default void disconnected(int actor, Channel channel) {}

  /**
   * A server pushed the current hosts of a service to a subscriber.
   *
   * @param subscriber the instance
   * @param listing valid only until this method returns
   */
  default void pushed(int subscriber, int service, Listing listing) {}

  /**
   * A server notified a client over gRPC that a configuration changed.
   *
   * @param listener the instance
   */
  default void configChanged(int listener, String dataId) {}
}
