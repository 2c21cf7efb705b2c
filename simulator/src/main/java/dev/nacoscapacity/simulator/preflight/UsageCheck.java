package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.network.ThisMachine;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.preflight.guard.Printable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks that the user has agreed to the load and its target. */
final class UsageCheck {

  private UsageCheck() {}

  /** Finds the problems of the command line itself, before any node is queried. */
  static List<Problem> problems(RunIntent intent) {
    List<Problem> problems = new ArrayList<>();
    if (!intent.allowPublicNamespace()) {
      Consent.OF_SIMULATOR
          .refusalOf(intent.namespace())
          .ifPresent(why -> problems.add(Problem.usage(why)));
    }
    if (!intent.confirmed()) {
      List<InetSocketAddress> called = new ArrayList<>(intent.registry());
      intent.reach().entry().forEach(entry -> called.add(entry.address()));
      Consent.OF_SIMULATOR
          .refusalOf(called, intent.offered())
          .map(why -> why + " (--dry-run only says so)")
          .ifPresent(why -> problems.add(Problem.usage(why)));
    }
    return problems;
  }

  /**
   * Detects a target on this machine that is a tunnel to remote nodes, by the addresses of their
   * members, or may be one, if nodes do not show their members.
   */
  static Optional<Problem> tunnel(RunIntent intent, List<NodeFacts> nodes) {
    if (intent.confirmed()) {
      return Optional.empty();
    }
    Set<String> remote = new TreeSet<>();
    for (NodeFacts node : nodes) {
      if (node.hidden() != null) {
        return Optional.of(
            Problem.usage(
                "%s does not show the addresses of its members, so this may be a tunnel to other machines and would offer them %s: add --yes if that is meant"
                    .formatted(node.node(), intent.offered())));
      }
      for (Member member : node.members()) {
        if (!isOnThisMachine(member.address())) {
          remote.add(Printable.of(member.address()));
        }
      }
    }
    return remote.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Problem.usage(
                "members of this cluster are not on this machine, so this would offer %s to %s: add"
                        .formatted(intent.offered(), String.join(", ", remote))
                    + " --yes if that is meant"));
  }

  /**
   * Finds members that are not among the targets. Returns none if there are as many targets as
   * members, whatever their addresses.
   */
  static Set<String> unnamed(RunIntent intent, List<NodeFacts> nodes) {
    Set<String> members = new TreeSet<>();
    nodes.forEach(node -> node.members().forEach(member -> members.add(member.address())));
    if (members.size() <= intent.registry().size()) {
      return Set.of();
    }
    members.removeIf(member -> intent.registry().stream().anyMatch(node -> isAt(member, node)));
    return members.stream().map(Printable::of).collect(Collectors.toSet());
  }

  /**
   * Finds out whether a node was named twice, by two of its addresses or by a gateway's: there are
   * more targets than members. Each would be read, and count, as a node.
   */
  static Optional<Problem> surplus(RunIntent intent, List<NodeFacts> nodes) {
    Set<String> members = new TreeSet<>();
    nodes.forEach(node -> node.members().forEach(member -> members.add(member.address())));
    boolean shown = nodes.stream().allMatch(node -> node.hidden() == null);
    return shown && members.size() < intent.registry().size()
        ? Optional.of(
            Problem.usage(
                "--target names %d nodes, and their cluster has %d members (%s): name each node once, and a load balancer with --entry"
                    .formatted(
                        intent.registry().size(),
                        members.size(),
                        Printable.of(String.join(", ", members)))))
        : Optional.empty();
  }

  private static boolean isAt(String member, InetSocketAddress node) {
    int port = member.lastIndexOf(':');
    if (port < 0 || !member.substring(port + 1).equals(Integer.toString(node.getPort()))) {
      return false;
    }
    try {
      String host = member.substring(0, port);
      return List.of(InetAddress.getAllByName(host)).contains(node.getAddress());
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static boolean isOnThisMachine(String member) {
    int port = member.lastIndexOf(':');
    String host = port < 0 ? member : member.substring(0, port);
    try {
      return ThisMachine.hosts(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Refuses a run that may break the registry if the registry has, or may have, other users. */
  static Optional<Problem> others(RunIntent intent, RegistryInventory inventory) {
    if (!intent.alone()) {
      return Optional.empty();
    }
    int others =
        inventory.registered().stream().mapToInt(held -> held.services() - held.leftovers()).sum();
    if (others > 0) {
      return Optional.of(
          Problem.usage(
              "this needs a registry that serves nobody else, and this one holds %s of"
                      .formatted(NumberText.counted(others, "service", "services"))
                  + " others: use another (to search for capacity here anyway, add"
                  + " --allow-other-services)"));
    }
    boolean allRead =
        inventory.whole() && inventory.registered().stream().allMatch(NamespaceContents::readable);
    if (!allRead) {
      return Optional.of(
          Problem.usage(
              "this needs a registry that serves nobody else, and this user may not see whether"
                  + " this one does: log in as an administrator (to search for capacity here"
                  + " anyway, add --allow-other-services)"));
    }
    return inventory.unlisted().orElse(-1) == 0
        ? Optional.empty()
        : Optional.of(Problem.registry(unlisted(inventory.unlisted())));
  }

  private static String unlisted(OptionalInt services) {
    return "this needs a registry that serves nobody else, and this user sees only DEFAULT_GROUP"
        + (services.isPresent()
            ? ", while the registry counts "
                + NumberText.counted(services.getAsInt(), "more service", "more services")
            : "")
        + ": log in as an administrator, or let the catalogue be read (to search for capacity here"
        + " anyway, add --allow-other-services)";
  }
}
