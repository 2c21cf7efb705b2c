package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.function.Consumer;

/** How the nodes of a cluster reach each other. */
public interface Network {

  /**
   * Has another node answer a call. One of the two consumers is called, once, on the sender's
   * thread and after this method has returned.
   *
   * @param timeout until a node that does not answer is {@link Failure#SILENT}; it may still do
   *     what the call says
   */
  <A> void send(
      Loop sender,
      int to,
      Duration timeout,
      PeerCall<A> call,
      Consumer<A> answered,
      Consumer<Failure> failed);

  /** Why a call between nodes has no answer. */
  enum Failure {
    /** Nothing listens there. */
    REFUSED,
    /** No answer in time. */
    SILENT
  }
}
