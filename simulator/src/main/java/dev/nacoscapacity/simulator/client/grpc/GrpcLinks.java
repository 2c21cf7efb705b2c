package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.simulator.client.CalledServers;
import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * Opens links from one event loop's clients to the servers; abstracts the network for {@link
 * GrpcDriver}. All methods, and all callbacks of links, are called on the event loop's thread.
 */
public interface GrpcLinks {

  /** The clients. */
  Fleet fleet();

  /** For all calls of the driver and all callbacks of the links. */
  EventThread thread();

  /** The time, in nanoseconds from an arbitrary origin. */
  long nanos();

  /** The servers that clients choose from, numbered from 0 in the order of the configuration. */
  CalledServers called();

  /**
   * Creates a link to a server, without a callback. The link's first request opens the connection,
   * and fails if that is not possible.
   */
  GrpcLink open(int server);

  /** The number of links opened and not closed, including those being set up. */
  int open();
}
