package dev.nacoscapacity.simulator.preflight.guard;

import dev.nacoscapacity.cluster.reach.Endpoint;
import java.net.InetSocketAddress;

/**
 * Harm that the guard has detected.
 *
 * @param node on which it was detected
 * @param sentence names node, service, before and now; safe to print
 */
public record Harm(InetSocketAddress node, Kind kind, String sentence) {

  /** What it is. */
  public enum Kind {
    /** A service has lost instances. */
    LOSS,
    /** A node refuses or breaks connections, or answers something else. */
    BROKEN,
    /** A node does not answer in time, which the reading process may have caused. */
    SILENCE,
    /** Reads are refused, mostly by a gateway, so that not all that the node holds is known. */
    GATEWAY
  }

  static Harm drop(InetSocketAddress node, String namespace, String service, int before, int now) {
    return new Harm(
        node,
        Kind.LOSS,
        "%s had %d healthy instances of %s (namespace %s) before the run and has %d now"
            .formatted(
                Endpoint.name(node),
                before,
                PrintableText.of(service),
                PrintableText.of(namespace),
                now));
  }

  static Harm silence(InetSocketAddress node, RegistryReader.ReadFailure failure) {
    return new Harm(
        node,
        failure.kind(),
        failure.kind() == Kind.GATEWAY
            ? "what %s holds cannot be guarded: %s"
                .formatted(Endpoint.name(node), failure.getMessage())
            : "%s stopped answering: %s"
                .formatted(Endpoint.name(node), PrintableText.of(failure.getMessage())));
  }
}
