package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.target.Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cluster that this project did not start, and does not change: every row of a plan has to ask
 * for what the cluster is.
 *
 * @param nodes of the cluster, all of them
 * @param reach how to get to them
 */
record ExternalCluster(List<InetSocketAddress> nodes, Reach reach) {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final String VERSION = "version";
  private static final String NODES = "nodes";
  private static final String AUTH = "auth";
  private static final String ALL = "all";

  /** Values of settings that a row leaves as they are. */
  private static final Set<String> DEFAULTS = Set.of(ALL, "{}", "[]");

  ExternalCluster {
    nodes = List.copyOf(nodes);
  }

  /**
   * The cluster that a plan's options name.
   *
   * @throws UsageException when the target is malformed
   */
  static ExternalCluster of(PlanOptions options) {
    try {
      return new ExternalCluster(
          Address.parseList(options.target(), options.names()), options.reach());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--target", e);
    }
  }

  /**
   * Checks what is known before a node is asked.
   *
   * @param confirmed whether a cluster on other machines may be loaded
   * @throws UsageException naming the row that this cluster cannot run, or when the load was not
   *     confirmed
   */
  void require(Plan plan, boolean confirmed) {
    Map<String, String> first = settings(plan.rows().get(0).cluster());
    for (int i = 1; i < plan.rows().size(); i++) {
      Map<String, String> other = settings(plan.rows().get(i).cluster());
      for (String key : first.keySet()) {
        UsageException.unless(
            other.get(key).equals(first.get(key)),
            "--target",
            "is one cluster, which a plan does not change, and row %d asks for %s %s where row 1 asks for %s: keep the rows of one cluster"
                .formatted(i + 1, key, other.get(key), first.get(key)));
      }
    }
    if (nodes.stream().anyMatch(InetSocketAddress::isUnresolved)) {
      // A name may stand for any number of nodes.
      return;
    }
    int needed = plan.rows().get(0).cluster().nodes();
    UsageException.unless(
        needed == nodes.size(),
        "--target",
        "names %s, and row 1 asks for %d: name each node of the cluster, or change the row"
            .formatted(ClusterSpec.counted(nodes.size()), needed));
    UsageException.unless(
        confirmed || nodes.stream().allMatch(node -> LocalAddresses.holds(node.getAddress())),
        "--target",
        "is not on this machine, and rows would load it: add -- --yes if that is meant");
  }

  /**
   * Asks each node for the version, the number of nodes and auth.
   *
   * @param spec what each row asks for
   * @return a sentence on the settings that cannot be seen from outside
   * @throws UsageException when a node differs
   * @throws AdminException when a node does not answer
   */
  String check(ClusterSpec spec) {
    Map<String, String> unseen = settings(spec);
    unseen.remove(AUTH);
    Set<String> seen = new HashSet<>(Set.of(VERSION, NODES));
    for (InetSocketAddress node : nodes) {
      AdminClient client =
          AdminClient.of(node, reach, TIMEOUT).withIdentity(ServerIdentity.ofEnvironment());
      boolean auth = requiresToken(client);
      require(auth == spec.auth(), AUTH, onOff(spec.auth()), client, onOff(auth));
      List<Member> members = members(client);
      if (members.isEmpty()) {
        seen.remove(NODES);
      } else {
        int count = members.size();
        require(count == spec.nodes(), NODES, spec.nodes(), client, count);
      }
      Set<String> versions =
          members.stream()
              .map(Member::version)
              .filter(version -> !version.isEmpty())
              .collect(Collectors.toSet());
      if (versions.isEmpty()) {
        seen.remove(VERSION);
      }
      versions.forEach(
          version ->
              require(isOf(version, spec.version()), VERSION, spec.version(), client, version));
    }
    unseen.keySet().removeAll(seen);
    unseen.values().removeAll(DEFAULTS);
    return unseen.entrySet().stream()
        .map(setting -> setting.getKey() + " " + setting.getValue())
        .collect(
            Collectors.joining(
                ", ", "Taken as the plan says, since it cannot be seen from outside: ", "."));
  }

  private static void require(
      boolean same, String key, Object requested, AdminClient node, Object found) {
    if (!same) {
      throw new UsageException(
          "row 1 asks for %s %s, and %s has %s: a plan does not change a cluster of yours, so change the row"
              .formatted(key, requested, node, found));
    }
  }

  private static boolean requiresToken(AdminClient client) {
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

  /** The members; none where they are hidden from this user. */
  private static List<Member> members(AdminClient client) {
    try {
      return client.members();
    } catch (AdminException e) {
      if (e.kind().hidesApi()) {
        return List.of();
      }
      throw e;
    }
  }

  /** Whether a plan means a version by one that it can name: 2.2.4 stands for 2.3.2, too. */
  private static boolean isOf(String version, ServerVersion named) {
    String numbers = version.replaceFirst("[^\\d.].*", "");
    return version.equals(named.toString())
        || numbers.matches("\\d+(\\.\\d+)*")
            && ServerVersion.closestTo(numbers).equals(Optional.of(named));
  }

  /** What a row asks for, by the keys of a plan, in the order of their weight. */
  private static Map<String, String> settings(ClusterSpec spec) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(VERSION, spec.version().toString());
    settings.put(NODES, Integer.toString(spec.nodes()));
    settings.put(AUTH, onOff(spec.auth()));
    settings.put("auth-cache", onOff(spec.authCache()));
    settings.put("heap", spec.heap());
    settings.put("node-cpus", spec.nodeCpus().map(Object::toString).orElse(ALL));
    settings.put("set", spec.redacted().settings().toString());
    settings.put("jvm-args", spec.jvmArgs().toString());
    return settings;
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }
}
