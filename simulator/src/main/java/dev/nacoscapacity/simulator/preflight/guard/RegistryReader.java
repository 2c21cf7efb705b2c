package dev.nacoscapacity.simulator.preflight.guard;

import java.net.InetSocketAddress;
import java.util.Map;

/** Asks a node what it holds. Used by several threads at once. */
@FunctionalInterface
public interface RegistryReader {

  /**
   * Healthy instances of each service of a namespace, by grouped name, as one node knows them.
   *
   * @throws ReadFailure if the node does not answer, or not with that
   */
  Map<String, Integer> healthy(InetSocketAddress node, String namespace) throws ReadFailure;

  /** A node did not answer, or not as it should. The message is one line and names the node. */
  final class ReadFailure extends Exception {
    private final boolean timedOut;

    /**
     * @param timedOut whether nothing came in time, for which the asking process may be at fault; a
     *     refused or broken connection is the node's doing
     */
    public ReadFailure(String message, boolean timedOut) {
      super(message);
      this.timedOut = timedOut;
    }

    boolean timedOut() {
      return timedOut;
    }
  }
}
