package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;

/**
 * One connection to a node, as a {@link NodePool} uses it: carries one call at a time. Each call
 * that it was given ends with one {@link NodePool#released} or {@link NodePool#lost}; the
 * connection itself ends with one {@link NodePool#lost}, or with a {@link NodePool#released} that
 * says that it is not reusable. Used on one event loop's thread only.
 */
public interface NodeConnection {

  /** Begins to connect, and sends the first call once connected. Called once, before the others. */
  void connect();

  /** Sends a call; only while the connection is connected and carries none. */
  void send(Call next);

  /** Gives the connection up if its call was written so long ago that its time is up. */
  void expire(long now);

  /**
   * Gives the connection up, and the attempt on it.
   *
   * @param reason why, in words that can be counted
   * @param byServer whether the server may just have closed it for its idleness
   */
  void lose(String reason, boolean byServer);
}
