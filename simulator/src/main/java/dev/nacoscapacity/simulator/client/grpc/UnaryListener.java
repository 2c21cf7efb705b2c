package dev.nacoscapacity.simulator.client.grpc;

/**
 * Receives the events of one request on a {@link GrpcLink}: {@link #written}, {@link #answered} and
 * {@link #ended} in this order, each at most once, on the event loop's thread. A request that the
 * server never answers does not end.
 */
public interface UnaryListener {

  /** Failure of a request whose connection either side closed without an error. */
  String CLOSED = "connection closed";

  /** The request was written to the socket, after the connection was established. */
  void written();

  /** The response arrived. It is valid only until this method returns. */
  void answered(GrpcAnswer answer);

  /**
   * The request ended.
   *
   * @param failure null after any response, even one that reports a failure. Otherwise the reason,
   *     one of a small set: {@code connection refused} (nothing listens on the port), {@code
   *     connect timed out} (no connection within {@link GrpcSettings#connectTimeout}), {@code
   *     connection reset} (an established connection broke with an error), {@link #CLOSED}, {@link
   *     dev.nacoscapacity.simulator.client.Driver#NO_DESCRIPTOR}, {@link
   *     dev.nacoscapacity.simulator.client.Driver#NO_PORT}
   * @param connectionGone whether the connection is unusable, as with all of these reasons except
   *     {@code NO_DESCRIPTOR}; the driver then closes the link
   */
  void ended(String failure, boolean connectionGone);
}
