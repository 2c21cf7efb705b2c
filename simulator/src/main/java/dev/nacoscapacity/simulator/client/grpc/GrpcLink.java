package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;

/**
 * One client's connection to one server. A link has one connection in its life; whoever loses the
 * connection closes the link and opens another. When a connection breaks, each request under way on
 * it ends, and the stream's listener is told if there is a stream, in any order.
 *
 * <p>The link keeps the time limit of the connection's set-up ({@link
 * GrpcSettings#connectTimeout}), and none else. The driver gives up a request after {@link
 * GrpcSettings#callTimeout}, and waits for {@link StreamListener#setUpTaken} as long as a client
 * does: a link whose server is silent does nothing.
 */
public interface GrpcLink {

  /**
   * Sends a request. The first one of a link makes the connection.
   *
   * <p>The call says what is asked: {@link dev.nacoscapacity.reports.stats.Operation#CONNECT} is
   * the server check, a {@code BEAT} the health check; a {@code REGISTER} or {@code DEREGISTER} is
   * about the instance {@link Call#actor}, a {@code LIST}, {@code SUBSCRIBE} or {@code LISTEN}
   * about {@link Call#service}. The call may be read until this method returns, and written never,
   * except in {@link GrpcAnswer#read}: the driver uses it again once the request is over.
   *
   * @param token the access token that is presented, or null
   * @param listener learns how the request goes, maybe before this method returns
   * @return gives the request up: the answer is no longer wanted, though the server may have done
   *     what was asked. Run at most once, and not after {@link UnaryListener#ended}; callbacks that
   *     come afterwards are ignored
   */
  Runnable unary(Call call, String token, UnaryListener listener);

  /**
   * Opens the stream, on which the server sends by itself, and sends the set-up. Called once, after
   * the server check was answered. A server knows the connection, and answers other requests than
   * the server check, only after it has taken the set-up in.
   *
   * @param config whether it is a configuration connection, not a naming one
   */
  void stream(boolean config, StreamListener listener);

  /**
   * Answers on the stream what the server sent there. Nothing is sent for {@link
   * ServerRequest#OTHER}.
   *
   * @param requestId the server's, by which it knows the answer; null if it gave none
   */
  void acknowledge(ServerRequest request, String requestId);

  /**
   * Ends the connection, at once. Each request under way on it fails then or soon after, with
   * {@link UnaryListener#CLOSED} and the connection gone; what the stream's listener hears from now
   * on is ignored. Called once.
   */
  void close();
}
