package dev.nacoscapacity.simulator.preflight.guard;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.core.text.Message;
import java.net.InetSocketAddress;

/**
 * Harm that the guard has detected.
 *
 * @param node on which it was detected
 * @param sentence names node, service, before and now; safe to print
 */
public record Harm(InetSocketAddress node, Kind kind, Message sentence) {

  /** What it is. */
  public enum Kind {
    /** A service has lost instances. */
    LOSS,
    /** A node refuses or breaks connections, or answers something else. */
    BROKEN,
    /** A node does not answer in time, which the reading process may have caused. */
    SILENCE,
    /** Reads are refused, by a gateway or for want of rights, so that nothing is known any more. */
    GATEWAY
  }

  static Harm drop(InetSocketAddress node, String namespace, String service, int before, int now) {
    return new Harm(
        node,
        Kind.LOSS,
        Message.of(
            "harm.loss",
            with("node", Endpoint.name(node))
                .and("before", before)
                .and("service", PrintableText.of(service))
                .and("namespace", PrintableText.of(namespace))
                .and("now", now)));
  }

  static Harm silence(InetSocketAddress node, RegistryReader.ReadFailure failure) {
    return new Harm(
        node,
        failure.kind(),
        Message.of(
            failure.kind() == Kind.GATEWAY ? "harm.unguarded" : "harm.silence",
            with("node", Endpoint.name(node)).and("why", PrintableText.of(failure.getMessage()))));
  }
}
