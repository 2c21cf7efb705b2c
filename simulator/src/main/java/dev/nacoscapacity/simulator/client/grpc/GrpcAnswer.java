package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;

/** A server's response to one request. */
public interface GrpcAnswer {

  /** Failure of a call whose token is missing, invalid or expired. */
  String REFUSED = "error 403";

  /**
   * Failure of a call on an open connection that the server does not know. The client closes the
   * connection.
   */
  String UNREGISTERED = "connection unregistered";

  /**
   * Writes the results of a successful response into the call: {@link Call#hosts} and {@link
   * Call#healthy} of a {@code LIST}, {@link Call#listing} of a {@code SUBSCRIBE} with {@link
   * Call#wantsBody}. Of failures, only a {@code BEAT} with {@link #UNREGISTERED} writes a result,
   * {@link Call#unknownInstance}.
   *
   * @return the reason of failure, one of a small set: {@link #REFUSED}, {@link #UNREGISTERED}, or
   *     {@code error} and Nacos's code; null on success
   */
  String read(Call call);

  /**
   * For the response to a server check: whether the server acknowledges connection set-ups, as
   * servers do since 2.3. Clients of older servers do not wait for an acknowledgement.
   */
  boolean negotiates();
}
