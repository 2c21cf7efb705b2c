package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.verify.Listing;

/**
 * Receives the messages of a server on a client's stream, on the event loop's thread. Answers them
 * with {@link GrpcLink#acknowledge}: before the callback returns or, for a slow client, later.
 */
public interface StreamListener {

  /**
   * The server acknowledged the set-up. Sent only by a server that {@link GrpcAnswer#negotiates}.
   */
  void setUpAcknowledged();

  /**
   * The server sent a request that requires at most an answer.
   *
   * @param request {@link ServerRequest#DETECTION} or {@link ServerRequest#OTHER}
   * @param requestId the server's id of the request, or null
   */
  void requestReceived(ServerRequest request, String requestId);

  /**
   * The server pushed the hosts of a service.
   *
   * @param service its number in the fleet, or -1 for a service outside the fleet
   * @param listing valid only until this method returns
   */
  void pushed(String requestId, int service, Listing listing);

  /**
   * The server notified the client that a configuration changed, without its content.
   *
   * @param dataId null if the message contains none
   */
  void configChanged(String requestId, String dataId);

  /**
   * The server asks the client to connect to another server. The connection stays open until then.
   *
   * @param server the recommended one; -1 for none, or for one that is not configured
   */
  void reset(String requestId, int server);

  /**
   * The stream ended and the connection is unusable. No callback follows.
   *
   * @param reason as in {@link UnaryListener#ended}
   */
  void closed(String reason);
}
