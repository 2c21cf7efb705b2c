package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.Call;

/** A server's response to one request. */
public interface GrpcAnswer {

  /**
   * Lets the call take what a successful response contains, or handle what a failed one says.
   *
   * @return the reason of failure, one of a small set: {@link Answer#REFUSED}, {@link
   *     Answer#UNREGISTERED}, or {@code error} and Nacos's code; null on success
   */
  String read(Call call);

  /**
   * For the response to a server check: whether the server acknowledges connection set-ups, as
   * servers do since 2.3. Clients of older servers do not wait for an acknowledgement.
   */
  boolean negotiates();
}
