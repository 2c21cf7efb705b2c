package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.simulator.client.Call;

/**
 * One client's connection to one server. A link never reconnects: after a connection is lost, the
 * driver closes the link and opens another. When a connection breaks, each request in flight on it
 * ends, and the stream's listener, if any, is notified, in any order.
 *
 * <p>The link enforces only the connect timeout ({@link GrpcSettings#connectTimeout}). The driver
 * enforces {@link GrpcSettings#callTimeout} and the wait for {@link
 * StreamListener#setUpAcknowledged}: a link whose server is silent does nothing.
 */
public interface GrpcLink {

  /**
   * Sends a request. The first request of a link opens the connection.
   *
   * <p>The call determines the request. Implementations may read the call until this method
   * returns, and write it only in {@link GrpcAnswer#read}, since the driver recycles it after the
   * request.
   *
   * @param token the access token to send, or null
   * @param listener receives the request's events, possibly before this method returns
   * @return cancels the request, which the server may have processed nevertheless. Run at most
   *     once, and not after {@link UnaryListener#ended}; later callbacks are ignored
   */
  Runnable unary(Call call, String token, UnaryListener listener);

  /**
   * Opens the stream for messages from the server, and sends the set-up. Called once, after the
   * server check succeeded. A server registers the connection, and answers requests other than the
   * server check, only once it has processed the set-up.
   *
   * @param channel which of the client's connections this is
   */
  void stream(Channel channel, StreamListener listener);

  /**
   * Answers a request of the server on the stream. Sends nothing for {@link ServerRequest#OTHER}.
   *
   * @param requestId the server's id of the request, or null if it sent none
   */
  void acknowledge(ServerRequest request, String requestId);

  /**
   * Closes the connection immediately. Each request in flight fails now or soon after, with {@link
   * UnaryListener#CLOSED} and {@code connectionGone}; later events of the stream are ignored.
   * Called once.
   */
  void close();
}
