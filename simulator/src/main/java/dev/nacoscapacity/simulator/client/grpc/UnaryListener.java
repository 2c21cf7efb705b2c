package dev.nacoscapacity.simulator.client.grpc;

/**
 * Learns how one request on a {@link GrpcLink} goes: {@link #written}, {@link #answered} and {@link
 * #ended} in this order, each at most once, on the event loop's thread. A request that the server
 * never answers stays without an end.
 */
public interface UnaryListener {

  /** The failure of a request whose connection ended, by either side, without an error. */
  String CLOSED = "connection closed";

  /** The socket took the request; not before the connection is made. */
  void written();

  /** The answer is here; read at once, so that it may be overwritten when this returns. */
  void answered(GrpcAnswer answer);

  /**
   * All is over.
   *
   * @param failure null after an answer, whether it counts or not. Else why there is none, in words
   *     of a small set: {@code connection refused} (nobody listens on the port), {@code connect
   *     timed out} (the connection was not made in {@link GrpcSettings#connectTimeout}), {@code
   *     connection reset} (a made connection broke with an error), {@link #CLOSED}, {@link
   *     dev.nacoscapacity.simulator.client.Driver#NO_DESCRIPTOR}, {@link
   *     dev.nacoscapacity.simulator.client.Driver#NO_PORT}
   * @param connectionGone whether the connection is of no use any more, as with all of those words
   *     but {@code NO_DESCRIPTOR}; the driver then closes the link
   */
  void ended(String failure, boolean connectionGone);
}
