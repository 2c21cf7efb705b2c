package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.target.Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The versions of a target's nodes, which decide the protocol of a fleet where no option does. */
public final class NodeVersions {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private NodeVersions() {}

  /**
   * Reads the versions before the settings of a run are made. A node of others is asked only if the
   * user has agreed to the load, or it is on this machine.
   *
   * @param started version of a local cluster that is yet to be started
   * @throws UsageException when the target is none
   */
  public static void learn(RunOptions options, ServerVersion started) {
    learnOwn(options, started);
    TargetOptions target = options.target();
    if (target.isOurs() || !options.workload().awaitsVersions()) {
      return;
    }
    List<InetSocketAddress> nodes = addresses(target);
    if (target.confirmed()
        || nodes.stream().allMatch(node -> LocalAddresses.holds(node.getAddress()))) {
      ask(nodes, target).ifPresent(options.workload()::follow);
    }
  }

  /**
   * Learns the versions of a cluster of this project, for which no node is contacted.
   *
   * @param started version of a local cluster that is yet to be started
   */
  public static void learnOwn(RunOptions options, ServerVersion started) {
    TargetOptions target = options.target();
    if (!target.isOurs() || target.isStandIn() || !options.workload().awaitsVersions()) {
      return;
    }
    options.workload().follow(target.versions(started));
  }

  private static List<InetSocketAddress> addresses(TargetOptions target) {
    try {
      return Address.parseList(target.name());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--target", e);
    }
  }

  /**
   * The versions of all members, from the first node that answers: none where it does not tell
   * them, or not to this user. Empty when no node answers as it should, which the preflight
   * reports.
   */
  private static Optional<Set<String>> ask(List<InetSocketAddress> nodes, TargetOptions target) {
    for (InetSocketAddress node : nodes) {
      try {
        return Optional.of(versions(node, target));
      } catch (AdminException e) {
        if (e.kind().hidesApi()) {
          return Optional.of(Set.of());
        }
        if (e.kind() == AdminException.Kind.WRONG_PASSWORD) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static Set<String> versions(InetSocketAddress node, TargetOptions target) {
    AdminClient client =
        AdminClient.of(node, target.reach(), TIMEOUT).withIdentity(ServerIdentity.ofEnvironment());
    AdminClient admin =
        target
            .credentials()
            .map(user -> client.withToken(client.login(user.username(), user.password())))
            .orElse(client);
    return admin.members().stream()
        .map(Member::version)
        .filter(version -> !version.isEmpty())
        .collect(Collectors.toSet());
  }
}
