package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The nodes that a run calls.
 *
 * @param targets addresses at which they are queried
 * @param registry their own addresses
 * @param identity server identity for administration calls; empty when unknown
 * @param reach how they are reached, and the entry points that clients call instead
 */
public record CalledNodes(
    List<InetSocketAddress> targets,
    List<InetSocketAddress> registry,
    Optional<ServerIdentity> identity,
    Reach reach) {

  public CalledNodes {
    targets = List.copyOf(targets);
    registry = List.copyOf(registry);
  }

  /** A client for a node, without a token. */
  AdminClient admin(InetSocketAddress target, Duration timeout) {
    return AdminClient.of(target, reach, timeout).withIdentity(identity);
  }
}
