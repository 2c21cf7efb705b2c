package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.preflight.guard.PrintableText;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Checks that the user has agreed to the load and its target. */
final class UsageCheck {

  private static final String ALONE = "this needs a registry that serves nobody else";

  private UsageCheck() {}

  /** Requires consent to the namespace and the nodes, before any node is queried. */
  static void requireConsent(RunIntent intent) throws Refusal {
    List<String> problems = new ArrayList<>();
    if (!intent.consent().publicNamespace()) {
      Consent.OF_SIMULATOR.refusalOf(intent.namespace()).ifPresent(problems::add);
    }
    if (!intent.consent().remote()) {
      List<InetSocketAddress> called = new ArrayList<>(intent.nodes().registry());
      intent.nodes().reach().entry().forEach(entry -> called.add(entry.address()));
      Consent.OF_SIMULATOR
          .refusalOf(called, intent.offered())
          .ifPresent(why -> problems.add(why + " (--dry-run only says so)"));
    }
    if (!problems.isEmpty()) {
      throw new Refusal(ExitCode.USAGE, problems);
    }
  }

  /**
   * Refuses a target on this machine that is a tunnel to remote nodes, by the addresses of their
   * members, or may be one, if nodes do not show their members.
   */
  static void requireNoTunnel(RunIntent intent, List<NodeFacts> nodes) throws Refusal {
    if (intent.consent().remote()) {
      return;
    }
    Set<String> remote = new TreeSet<>();
    for (NodeFacts node : nodes) {
      if (node.hidden().isPresent()) {
        throw Refusal.usage(
            "%s does not show the addresses of its members, so this may be a tunnel to other machines and would offer them %s: add --yes if that is meant"
                .formatted(node.node(), intent.offered()));
      }
      for (Member member : node.members()) {
        if (!isOnThisMachine(member.address())) {
          remote.add(PrintableText.of(member.address()));
        }
      }
    }
    if (!remote.isEmpty()) {
      throw Refusal.usage(
          "members of this cluster are not on this machine, so this would offer %s to %s: add --yes if that is meant"
              .formatted(intent.offered(), String.join(", ", remote)));
    }
  }

  /**
   * Finds members that are not among the targets. Returns none if there are as many targets as
   * members, whatever their addresses.
   */
  static List<String> unnamed(RunIntent intent, List<NodeFacts> nodes) {
    Set<String> members = members(nodes);
    if (members.size() <= intent.nodes().registry().size()) {
      return List.of();
    }
    members.removeIf(
        member -> intent.nodes().registry().stream().anyMatch(node -> isAt(member, node)));
    return members.stream().map(PrintableText::of).toList();
  }

  private static Set<String> members(List<NodeFacts> nodes) {
    Set<String> members = new TreeSet<>();
    nodes.forEach(node -> node.members().forEach(member -> members.add(member.address())));
    return members;
  }

  /**
   * Refuses more targets than members: a node was named twice, by two of its addresses or by a
   * gateway's. Each would be read, and count, as a node.
   */
  static void requireEachNodeOnce(RunIntent intent, List<NodeFacts> nodes) throws Refusal {
    Set<String> members = members(nodes);
    boolean shown = nodes.stream().allMatch(node -> node.hidden().isEmpty());
    if (shown && members.size() < intent.nodes().registry().size()) {
      throw Refusal.usage(
          "--target names %d nodes, and their cluster has %d members (%s): name each node once, and a load balancer with --entry"
              .formatted(
                  intent.nodes().registry().size(),
                  members.size(),
                  PrintableText.of(String.join(", ", members))));
    }
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
      return LocalAddresses.hosts(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Refuses a run that may break the registry if the registry has, or may have, other users. */
  static void requireNoOthers(RunIntent intent, RegistryInventory inventory) throws Refusal {
    if (intent.exclusive().isEmpty()) {
      return;
    }
    String otherwise = ", or " + intent.exclusive().get();
    int others =
        inventory.registered().stream()
            .mapToInt(contents -> contents.services() - contents.leftovers())
            .sum();
    if (others > 0) {
      throw Refusal.usage(
          ALONE
              + ", and this one holds %s of others: use another%s"
                  .formatted(NumberText.counted(others, "service", "services"), otherwise));
    }
    if (!inventory.whole()
        || !inventory.registered().stream().allMatch(NamespaceContents::readable)) {
      throw Refusal.usage(
          ALONE
              + ", and this user may not see whether this one does: log in as an administrator"
              + otherwise);
    }
    OptionalInt unlisted = inventory.unlisted();
    if (unlisted.orElse(-1) != 0) {
      throw Refusal.inconclusive(
          ALONE
              + ", and this user sees only DEFAULT_GROUP"
              + (unlisted.isPresent()
                  ? ", while the registry counts "
                      + NumberText.counted(unlisted.getAsInt(), "more service", "more services")
                  : "")
              + ": log in as an administrator, let the catalogue be read"
              + otherwise);
    }
  }
}
