package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.MemberNames;
import dev.nacoscapacity.cluster.admin.NodeAdmin;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.preflight.guard.PrintableText;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.AdminToken;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The nodes of a registry that this project did not start. An experiment can query these nodes, but
 * not start or break them itself.
 *
 * @param nodes as named by the target
 * @param admins clients for queries to the nodes
 * @param mayBeAsked whether the options allow a run; otherwise no node is called, and the preflight
 *     reports why
 */
record ExternalNodes(List<Node> nodes, Admins admins, boolean mayBeAsked) {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private static final Duration MEMBERS_TIMEOUT = Duration.ofSeconds(10);

  /** A real node on a busy machine takes a minute to start. */
  private static final Duration COMES_BACK = Duration.ofMinutes(3);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  /** The nodes of a session's registry. */
  static ExternalNodes of(Session session) {
    OpenTarget registry = session.registry();
    Optional<AdminToken> token = session.token();
    BiFunction<InetSocketAddress, Duration, NodeAdmin> admin =
        (http, timeout) -> {
          AdminClient client =
              AdminClient.of(http, registry.reach(), timeout).withIdentity(registry.identity());
          return token.map(client::withToken).orElse(client);
        };
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < registry.registry().size(); i++) {
      InetSocketAddress http = registry.registry().get(i);
      nodes.add(new ExternalNode(registry.nodes().get(i).name(), http, admin.apply(http, TIMEOUT)));
    }
    Admins admins = (node, timeout) -> admin.apply(node.http(), timeout);
    return new ExternalNodes(List.copyOf(nodes), admins, session.mayCallNodes());
  }

  /**
   * Checks that the nodes report their members, and that these can be matched with the nodes of the
   * target.
   *
   * @throws UsageException when members go by other addresses than those of the target
   * @throws ClusterException when nodes do not report their members
   */
  void requireMembers() {
    if (!mayBeAsked) {
      return;
    }
    List<Member> members;
    try {
      members = admins.of(nodes.get(0), MEMBERS_TIMEOUT).members();
    } catch (AdminException e) {
      if (e.kind().hidesApi()) {
        throw new ClusterException(
            e.getMessage()
                + "; an experiment watches which members call each other UP: see"
                + " docs/how-to/your-registry.md");
      }
      // The preflight reports this error better.
      return;
    }
    MemberNames names = new MemberNames(nodes);
    for (Node node : nodes) {
      UsageException.unless(
          members.stream().anyMatch(member -> names.name(member.address()).equals(node.name())),
          "--target",
          "names %s, and the members of this cluster are %s: name the nodes so"
              .formatted(
                  node.name(),
                  members.stream()
                      .map(Member::address)
                      .map(PrintableText::of)
                      .collect(Collectors.joining(", "))));
    }
  }

  /**
   * Waits until all nodes answer, or a stop.
   *
   * @throws ClusterException when a node does not answer in time
   */
  void awaitAll(StopSignal stop) {
    if (!mayBeAsked) {
      return;
    }
    long begun = System.nanoTime();
    for (Node node : nodes) {
      while (stop.request().isEmpty() && node.state() != NodeState.UP) {
        if (System.nanoTime() - begun > COMES_BACK.toNanos()) {
          throw new ClusterException(
              "%s does not answer, so no other trial can follow: start it, and see bin/chaos heal"
                  .formatted(node.name()));
        }
        stop.awaitFor(LOOK_AGAIN.toNanos());
      }
    }
  }

  /**
   * A node that this project did not start. A node that is down cannot be distinguished from one
   * that is starting, so the state is never {@link NodeState#DOWN}, and no caller tries to start
   * the node.
   */
  record ExternalNode(String name, InetSocketAddress http, NodeAdmin probe) implements Node {

    @Override
    public NodeState state() {
      try {
        probe.members();
        return NodeState.UP;
      } catch (AdminException e) {
        // Such a node answers, but does not report its members.
        return e.kind().hidesApi() ? NodeState.UP : NodeState.STARTING;
      }
    }

    @Override
    public ServerVersion version() {
      throw notOurs();
    }

    @Override
    public void start() {
      throw notOurs();
    }

    @Override
    public void kill() {
      throw notOurs();
    }

    @Override
    public void pause() {
      throw notOurs();
    }

    @Override
    public void resume() {
      throw notOurs();
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    private UnsupportedOperationException notOurs() {
      return new UnsupportedOperationException(name + " is no node of this project's");
    }
  }
}
