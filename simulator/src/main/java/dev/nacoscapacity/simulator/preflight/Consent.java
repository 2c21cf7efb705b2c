package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.cluster.reach.Endpoint;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a load needs its user's consent for, whichever command makes it: nodes on other machines,
 * and the namespace where real services live.
 *
 * @param namespace the option that names a namespace
 * @param publicNamespace the option that consents to the namespace {@code public}
 * @param remote the option that consents to nodes on other machines
 */
public record Consent(String namespace, String publicNamespace, String remote) {

  /** The options of {@code bin/simulator}. */
  static final Consent OF_SIMULATOR =
      new Consent("--namespace", "--allow-public-namespace", "--yes");

  /**
   * Why a namespace is refused without consent; empty for one that needs none.
   *
   * @param id of the namespace
   */
  public Optional<String> refusalOf(String id) {
    return id.equals(RunIntent.PUBLIC)
        ? Optional.of(
            "the namespace 'public' is where real services live: give another %s, or %s if this registry has none"
                .formatted(namespace, publicNamespace))
        : Optional.empty();
  }

  /**
   * Why nodes are refused without consent; empty when all are on this machine.
   *
   * @param called the addresses that the load is for
   * @param offered the load, in words
   */
  public Optional<String> refusalOf(Collection<InetSocketAddress> called, Object offered) {
    String elsewhere =
        called.stream()
            .filter(node -> !LocalAddresses.holds(node.getAddress()))
            .map(Endpoint::name)
            .collect(Collectors.joining(", "));
    return elsewhere.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "this would offer %s to %s: add %s if that is meant"
                .formatted(offered, elsewhere, remote));
  }
}
