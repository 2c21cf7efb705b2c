package dev.nacoscapacity.simulator.guard;

import java.net.InetSocketAddress;

/**
 * Harm that was noticed.
 *
 * @param node that showed it
 * @param sentence names node, service, before and now; safe to print
 */
public record Breach(InetSocketAddress node, String sentence) {

  static Breach drop(
      InetSocketAddress node, String namespace, String service, int before, int now) {
    return new Breach(
        node,
        "%s had %d healthy instances of %s (namespace %s) before the run and has %d now"
            .formatted(name(node), before, Printable.of(service), Printable.of(namespace), now));
  }

  static Breach silence(InetSocketAddress node, String failure) {
    return new Breach(
        node, "%s stopped answering: %s".formatted(name(node), Printable.of(failure)));
  }

  private static String name(InetSocketAddress node) {
    return node.getHostString() + ":" + node.getPort();
  }
}
