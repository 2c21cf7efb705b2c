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
    private final Harm.Kind kind;

    /**
     * @param kind of the harm if the failure lasts
     */
    public ReadFailure(String message, Harm.Kind kind) {
      super(message);
      this.kind = kind;
    }

    Harm.Kind kind() {
      return kind;
    }
  }
}
