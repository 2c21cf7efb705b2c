package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.function.Consumer;

/** How the nodes of a cluster reach each other. */
public interface Network {

  /**
   * Sends a call to another node. One of the two consumers is called, once, on the sender's thread
   * and after this method has returned.
   *
   * @param timeout until a node that does not answer counts as {@link Failure#SILENT}; the node may
   *     still execute the call
   */
  <A> void send(
      Loop sender,
      int to,
      Duration timeout,
      PeerCall<A> call,
      Consumer<A> answered,
      Consumer<Failure> failed);

  /** Why a call between nodes failed. */
  enum Failure {
    /** Nothing listens there. */
    REFUSED,
    /** No answer in time. */
    SILENT
  }
}
