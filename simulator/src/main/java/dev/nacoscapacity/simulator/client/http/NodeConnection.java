package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;

/**
 * A connection to a node, used by a {@link NodePool} for one call at a time. Each call ends with
 * one {@link NodePool#released} or {@link NodePool#lost}; the connection ends with one {@link
 * NodePool#lost}, or with a {@link NodePool#released} whose {@code reusable} is false. Used on one
 * event loop's thread only.
 */
public interface NodeConnection {

  /** Starts to connect; sends the first call once connected. Called once, before other methods. */
  void connect();

  /** Sends a call. The connection must be connected and idle. */
  void send(Call next);

  /** Closes the connection if its call has timed out. */
  void expire(long now);

  /**
   * Closes the connection and fails the attempt on it, if any.
   *
   * @param reason one of a small set, so that reasons can be counted
   * @param byServer whether the server may have closed the connection because it was idle
   */
  void lose(String reason, boolean byServer);
}
