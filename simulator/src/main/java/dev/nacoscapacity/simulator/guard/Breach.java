package dev.nacoscapacity.simulator.guard;

import java.net.InetSocketAddress;

/**
 * Harm that was noticed.
 *
 * @param node that showed it
 * @param silence whether the node did not answer, in place of answering with a loss
 * @param sentence names node, service, before and now; safe to print
 */
public record Breach(InetSocketAddress node, boolean silence, String sentence) {

  static Breach drop(
      InetSocketAddress node, String namespace, String service, int before, int now) {
    return new Breach(
        node,
        false,
        "%s had %d healthy instances of %s (namespace %s) before the run and has %d now"
            .formatted(name(node), before, Printable.of(service), Printable.of(namespace), now));
  }

  static Breach silence(InetSocketAddress node, String failure) {
    return new Breach(
        node, true, "%s stopped answering: %s".formatted(name(node), Printable.of(failure)));
  }

  private static String name(InetSocketAddress node) {
    return node.getHostString() + ":" + node.getPort();
  }
}
