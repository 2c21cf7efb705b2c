package dev.nacoscapacity.simulator.preflight.guard;

import java.net.InetSocketAddress;
import java.util.Map;

/** Reads the content of a node. Thread-safe. */
@FunctionalInterface
public interface RegistryReader {

  /**
   * Returns the healthy instances of each service of a namespace on one node, by grouped name.
   *
   * @throws ReadFailure if the node does not answer, or not as expected
   */
  Map<String, Integer> healthy(InetSocketAddress node, String namespace) throws ReadFailure;

  /** A node did not answer as expected. The message is one line and names the node. */
  final class ReadFailure extends Exception {
    private final boolean timedOut;

    /**
     * @param timedOut true for a timeout, which the reading process may have caused; false for a
     *     refused or broken connection, which the node caused
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
