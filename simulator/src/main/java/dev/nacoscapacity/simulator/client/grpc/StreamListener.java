package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.verify.Listing;

/**
 * Learns what a server sends by itself on a client's stream, on the event loop's thread. Whatever
 * wants an answer is acknowledged before the callback returns, with {@link GrpcLink#acknowledge}.
 */
public interface StreamListener {

  /**
   * The server has taken the set-up in. Only a server that {@link GrpcAnswer#negotiates} says so.
   */
  void setUpTaken();

  /**
   * The server sent something that wants at most an answer.
   *
   * @param request {@link ServerRequest#DETECTION} or {@link ServerRequest#OTHER}
   * @param requestId the server's number of it, or null
   */
  void asked(ServerRequest request, String requestId);

  /**
   * The server sent a service's list.
   *
   * @param service the fleet's number of it, or -1 if it is not the fleet's
   * @param listing may hold only until this returns
   */
  void pushed(String requestId, int service, Listing listing);

  /**
   * The server says that a configuration has changed, but not how.
   *
   * @param dataId null when it names none
   */
  void configChanged(String requestId, String dataId);

  /**
   * The server asks the client to connect to another; the connection stays until the client has
   * one.
   *
   * @param server the one that it names; -1 when it names none, or none of the configuration
   */
  void reset(String requestId, int server);

  /**
   * The stream is over and the connection of no use any more. Nothing comes after this.
   *
   * @param reason as with {@link UnaryListener#ended}
   */
  void closed(String reason);
}
