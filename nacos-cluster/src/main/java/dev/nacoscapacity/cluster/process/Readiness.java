package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a cluster serves: every node sees every member UP and a raft leader of naming, and does
 * what a client needs, over gRPC too where it has that. That a node says "started successfully"
 * means less.
 *
 * @param nodes one client a node
 * @param grpc where clients speak gRPC; none on 1.4
 * @param auth whether a login must succeed and its token be accepted
 */
record Readiness(List<AdminClient> nodes, List<InetSocketAddress> grpc, boolean auth) {

  /** The administrator of a fresh registry. */
  static final String USER = "nacos";

  static final String PASSWORD = "nacos";

  /** A service that no one registers; asking for it is guarded and cheap. */
  private static final String PROBE = "nacos-capacity-readiness";

  private static final Duration GLANCE = Duration.ofSeconds(1);

  /** The first thing that is missing; nothing when the cluster is ready. */
  Optional<String> missing() {
    return Stream.concat(nodes.stream().map(this::missing), grpc.stream().map(Readiness::silent))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> silent(InetSocketAddress grpc) {
    return Http2.answers(grpc, GLANCE)
        ? Optional.empty()
        : Optional.of(grpc.getHostString() + ":" + grpc.getPort() + " does not answer gRPC");
  }

  private Optional<String> missing(AdminClient node) {
    try {
      List<Member> members = node.members();
      long up = members.stream().filter(Member::up).count();
      if (members.size() != nodes.size() || up != nodes.size()) {
        return Optional.of(node + " sees " + up + " of " + nodes.size() + " members UP");
      }
      if (members.stream().noneMatch(member -> member.leaders().containsKey(Raft.NAMING_GROUP))) {
        return Optional.of(node + " knows no raft leader of " + Raft.NAMING_GROUP);
      }
      AdminClient client = auth ? node.withToken(node.login(USER, PASSWORD)) : node;
      client.instances("public", PROBE);
      return Optional.empty();
    } catch (AdminException e) {
      // A fresh node knows this user; until it has loaded him it refuses him like a stranger.
      return Optional.of(
          e.kind() == Kind.WRONG_PASSWORD
              ? node + " has not loaded its users yet"
              : e.getMessage());
    }
  }
}
