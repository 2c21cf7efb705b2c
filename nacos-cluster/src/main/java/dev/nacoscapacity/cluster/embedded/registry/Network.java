package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.function.Consumer;

/** How the nodes of a cluster reach each other. */
public interface Network {

  /**
   * Has another node answer a call. Everything is told on the sender's thread.
   *
   * @param answered gets the answer; that of a silent node may still come after it was given up,
   *     and the sender must bear that
   * @param failed told that the call failed
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
