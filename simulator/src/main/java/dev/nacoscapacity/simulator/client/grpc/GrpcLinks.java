package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.CalledServers;

/**
 * The way from one event loop's clients to the servers: all that a {@link GrpcDriver} knows of the
 * network. Every method is called on the event loop's thread, and every callback of a link comes on
 * that thread.
 */
public interface GrpcLinks {

  /** How many servers there are; they are numbered from 0 in the order of the configuration. */
  int servers();

  /** Those of them that clients choose from by themselves. */
  default CalledServers called() {
    return new CalledServers(0, servers());
  }

  /**
   * A link to a server. No callback comes of this itself: the connection is made with the link's
   * first request, and a connection that cannot be made is that request's failure.
   */
  GrpcLink open(int server);

  /** Opened and not closed, those being set up included. */
  int open();
}
