package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.MemberNames;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks whether a cluster is ready: every node sees every member UP and a raft leader of naming,
 * answers gRPC if its version has that, and lists an instance that was registered over HTTP through
 * the previous node. A node's log message "started successfully" does not guarantee this. Nothing
 * is registered while a node of 2.0 still {@linkplain AdminClient#keepsRegistryOf1 keeps the
 * registry of 1.x}.
 *
 * @param nodes one client for each node
 * @param grpc where clients speak gRPC now; not on 1.4
 * @param password with which a login must succeed on each node; empty without auth
 * @param hasAccount whether the account that logs in comes with a fresh registry; otherwise it is
 *     created
 */
record Readiness(
    List<AdminClient> nodes,
    Supplier<List<InetSocketAddress>> grpc,
    Optional<String> password,
    boolean hasAccount) {

  /** The administrator of a fresh registry. */
  static final String USER = "nacos";

  static final String PASSWORD = "nacos";

  /** The namespace was never created, so it is in no list of namespaces. */
  private static final String NAMESPACE = "nacos-capacity-readiness";

  private static final String SERVICE = "probe-";
  private static final String IP = "198.18.0.1";
  private static final int PORT = 1;

  private static final Duration GRPC_TIMEOUT = Duration.ofSeconds(1);

  /** The first unmet condition; empty when the cluster is ready. */
  Optional<String> missing() {
    List<AdminClient> clients = new ArrayList<>();
    for (AdminClient node : nodes) {
      Optional<String> missing = missing(node, clients);
      if (missing.isPresent()) {
        return missing;
      }
    }
    return grpc.get().stream()
        .map(Readiness::silent)
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> switching(clients))
        .or(() -> unwritten(clients));
  }

  /**
   * Whether the nodes know each other and a leader, regardless of the other conditions. It only
   * reads: an account would be created on data that may be put back.
   */
  boolean together() {
    return nodes.stream().allMatch(this::isMember);
  }

  /**
   * Whether a node answers, and every node that answers calls it UP. Nodes that do not run say
   * nothing about it.
   *
   * @param number of the node, from 0
   */
  boolean accepts(int number, InetSocketAddress http) {
    String address = MemberNames.address(http);
    for (int i = 0; i < nodes.size(); i++) {
      try {
        if (nodes.get(i).members().stream()
            .noneMatch(member -> member.up() && member.address().equals(address))) {
          return false;
        }
      } catch (AdminException e) {
        if (i == number) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isMember(AdminClient node) {
    try {
      return unseen(node).isEmpty();
    } catch (AdminException e) {
      return false;
    }
  }

  private static Optional<String> silent(InetSocketAddress grpc) {
    return Http2.answers(grpc, GRPC_TIMEOUT)
        ? Optional.empty()
        : Optional.of(grpc.getHostString() + ":" + grpc.getPort() + " does not answer gRPC");
  }

  /**
   * @param clients a client that may call the node is added
   */
  private Optional<String> missing(AdminClient node, List<AdminClient> clients) {
    try {
      Optional<String> unseen = unseen(node);
      if (unseen.isPresent()) {
        return unseen;
      }
      clients.add(password.map(word -> node.withToken(node.login(USER, word))).orElse(node));
      return Optional.empty();
    } catch (AdminException e) {
      if (e.kind() != Kind.WRONG_PASSWORD) {
        return Optional.of(e.getMessage());
      }
      // Through one node only, since the others receive the account late, and would create it
      // again.
      if (!hasAccount && node == nodes.get(0)) {
        createAccount(node);
      }
      // A fresh node refuses users as unknown until it has loaded them.
      return Optional.of(node + " has not loaded its users yet");
    }
  }

  /** What a node does not see of the other members and their leader. */
  private Optional<String> unseen(AdminClient node) {
    List<Member> members = node.members();
    long up = members.stream().filter(Member::up).count();
    if (members.size() != nodes.size() || up != nodes.size()) {
      return Optional.of(node + " sees " + up + " of " + nodes.size() + " members UP");
    }
    // A single node elects no leader.
    return nodes.size() == 1
            || members.stream().anyMatch(member -> member.leaders().containsKey(Raft.NAMING_GROUP))
        ? Optional.empty()
        : Optional.of(node + " knows no raft leader of " + Raft.NAMING_GROUP);
  }

  private void createAccount(AdminClient node) {
    try {
      node.createAdministrator(password.orElseThrow());
    } catch (AdminException e) {
      // The account exists and is not loaded yet, or the node cannot write yet: the next check
      // decides.
    }
  }

  private static Optional<String> switching(List<AdminClient> clients) {
    try {
      return clients.stream()
          .filter(AdminClient::keepsRegistryOf1)
          .findFirst()
          .map(node -> node + " has not switched to the registry of 2.0 yet");
    } catch (AdminException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Checks that an instance registered through each node is listed by the next one, in a ring: on a
   * node that has just started, reads succeed before writes and before their replication. One list
   * for each node, so that no instance expires before the last list.
   */
  private Optional<String> unwritten(List<AdminClient> clients) {
    try {
      for (int i = 0; i < clients.size(); i++) {
        clients.get(i).register(NAMESPACE, SERVICE + i, IP, PORT);
      }
      for (int i = 0; i < clients.size(); i++) {
        AdminClient next = clients.get((i + 1) % clients.size());
        if (next.instances(NAMESPACE, SERVICE + i).isEmpty()) {
          return Optional.of(next + " does not list what " + clients.get(i) + " took");
        }
      }
      for (int i = 0; i < clients.size(); i++) {
        clients.get(i).deregister(NAMESPACE, SERVICE + i, IP, PORT);
      }
      return Optional.empty();
    } catch (AdminException e) {
      return Optional.of(e.getMessage());
    }
  }
}
