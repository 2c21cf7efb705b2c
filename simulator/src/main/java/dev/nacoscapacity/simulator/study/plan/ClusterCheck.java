package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.core.text.NumberText;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether a cluster that others have set up is what a row asks for, as far as its nodes say.
 *
 * @param reach how to get to them
 */
record ClusterCheck(Reach reach) {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /**
   * Checks on each node whether it requires a token, and how many members it has; the members are
   * not checked on a node that does not report them.
   *
   * @return how the first differing node differs from the request
   */
  Optional<String> difference(ClusterSpec spec, List<InetSocketAddress> nodes) {
    return nodes.stream().flatMap(node -> difference(spec, node).stream()).findFirst();
  }

  private Optional<String> difference(ClusterSpec spec, InetSocketAddress node) {
    AdminClient client =
        AdminClient.of(node, reach, TIMEOUT).withIdentity(ServerIdentity.ofEnvironment());
    try {
      boolean auth = auth(client);
      if (auth != spec.auth()) {
        return Optional.of(
            "auth is %s on %s, and the row asks for it %s"
                .formatted(auth ? "on" : "off", client, spec.auth() ? "on" : "off"));
      }
      int members = members(client, spec.nodes());
      return members == spec.nodes()
          ? Optional.empty()
          : Optional.of(
              "%s has %s, and the row asks for %s"
                  .formatted(
                      client,
                      NumberText.counted(members, "member", "members"),
                      ClusterSpec.counted(spec.nodes())));
    } catch (AdminException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static boolean auth(AdminClient client) {
    try {
      client.instances("public", "nacos-capacity-plan");
      return false;
    } catch (AdminException e) {
      if (e.kind().isRefusal()) {
        return true;
      }
      throw e;
    }
  }

  private static int members(AdminClient client, int otherwise) {
    try {
      return client.members().size();
    } catch (AdminException e) {
      if (e.kind().hidesApi()) {
        return otherwise;
      }
      throw e;
    }
  }
}
