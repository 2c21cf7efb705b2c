package dev.nacoscapacity.simulator.preflight.guard;

import dev.nacoscapacity.cluster.reach.Endpoint;
import java.net.InetSocketAddress;

/**
 * Harm that the guard has detected.
 *
 * @param node on which it was detected
 * @param silence true for timeouts, which the reading process may have caused; false for a refused
 *     connection or a loss of instances
 * @param sentence names node, service, before and now; safe to print
 */
public record Harm(InetSocketAddress node, boolean silence, String sentence) {

  static Harm drop(InetSocketAddress node, String namespace, String service, int before, int now) {
    return new Harm(
        node,
        false,
        "%s had %d healthy instances of %s (namespace %s) before the run and has %d now"
            .formatted(name(node), before, Printable.of(service), Printable.of(namespace), now));
  }

  static Harm silence(InetSocketAddress node, RegistryReader.ReadFailure failure) {
    return new Harm(
        node,
        failure.timedOut(),
        "%s stopped answering: %s".formatted(name(node), Printable.of(failure.getMessage())));
  }

  private static String name(InetSocketAddress node) {
    return Endpoint.name(node);
  }
}
