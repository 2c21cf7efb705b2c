package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;

/** A server's answer to one request. */
public interface GrpcAnswer {

  /** The failure of a call whose token is missing, wrong or too old. */
  String REFUSED = "error 403";

  /**
   * The failure of a call on a connection that the server does not know, though the connection is
   * there. The client gives the connection up.
   */
  String UNREGISTERED = "connection unregistered";

  /**
   * Writes into the call what the answer says, and nothing when the answer does not count: for a
   * {@code LIST} its {@link Call#hosts} and {@link Call#healthy}; for a {@code SUBSCRIBE} with
   * {@link Call#wantsBody} its {@link Call#listing}; for a {@code BEAT} answered with {@link
   * #UNREGISTERED} its {@link Call#unknownInstance}.
   *
   * @return why the answer does not count, in words of a small set: {@link #REFUSED}, {@link
   *     #UNREGISTERED}, or {@code error} and Nacos's code; null when it counts
   */
  String read(Call call);

  /**
   * Asked of the answer to a server check: whether the server says when it has taken a set-up in,
   * as servers do from 2.3 on. Nobody waits for the word of one that does not.
   */
  boolean negotiates();
}
