package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.simulator.auth.Credentials;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * What a run is about to do to a registry.
 *
 * @param targets its nodes, where they are asked
 * @param registry the nodes' own addresses
 * @param credentials of the user to log in as; null for a run without auth
 * @param namespace the namespace's id, {@code public} or empty for Nacos's default one
 * @param allowPublicNamespace whether that default one may be used
 * @param confirmed whether the user has agreed to load a registry on other machines
 * @param alone whether the registry must hold no service but those of our own runs
 * @param servicePrefix that all runs' services have in common
 * @param grpc whether the run needs the nodes' gRPC ports
 */
public record RunIntent(
    List<InetSocketAddress> targets,
    List<InetSocketAddress> registry,
    Credentials credentials,
    String namespace,
    boolean allowPublicNamespace,
    boolean confirmed,
    boolean alone,
    String servicePrefix,
    OfferedRates offered,
    boolean grpc) {

  /** The id by which Nacos's default namespace is asked for. */
  static final String PUBLIC = "public";

  public RunIntent {
    targets = List.copyOf(targets);
    registry = List.copyOf(registry);
    namespace = namespace.isBlank() ? PUBLIC : namespace;
  }

  boolean auth() {
    return credentials != null;
  }

  static String name(InetSocketAddress target) {
    return target.getHostString() + ":" + target.getPort();
  }
}
