package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.DataStore;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.MemberNames;
import dev.nacoscapacity.cluster.admin.NodeAdmin;
import dev.nacoscapacity.cluster.admin.NodeCounts;
import dev.nacoscapacity.cluster.admin.StoredKind;
import dev.nacoscapacity.cluster.protocol.Raft;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A cluster made by hand, in virtual time, with a fleet of ten instances. A node takes 5 s to
 * start; others call it DOWN 2 s after it has gone and UP 1 s after it is back, and clients' calls
 * to it fail for 3 s. It notes what is done to it.
 */
final class FakeCluster implements Links, ClientLinks, Admins {

  static final Duration START = Duration.ofSeconds(5);
  static final Duration DETECTION = Duration.ofSeconds(2);

  /** A socket lives a moment longer than its process, and a signal takes as long to arrive. */
  static final Duration MOMENT = Duration.ofMillis(35);

  private static final Duration UP_AGAIN = Duration.ofSeconds(1);
  private static final Duration FAILOVER = Duration.ofSeconds(3);
  private static final int INSTANCES = 10;
  private static final long MS = 1_000_000;

  private final VirtualTime time;
  private final List<FakeNode> nodes;

  /** By pair of nodes, the one that looks first: since when the other is, or is not, reachable. */
  private final long[][] changed;

  private final boolean[][] reachable;
  private final boolean[][] cut;
  private final Set<String> stored = new HashSet<>();

  /** How long nodes that lose their leader name none. */
  private Duration election = Duration.ZERO;

  FakeCluster(VirtualTime time, int size) {
    this.time = time;
    this.nodes = IntStream.range(0, size).mapToObj(FakeNode::new).toList();
    this.changed = new long[size][size];
    this.reachable = new boolean[size][size];
    this.cut = new boolean[size][size];
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        reachable[from][to] = true;
        changed[from][to] = -Duration.ofHours(1).toNanos();
      }
    }
  }

  List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /** What an operator stores, which each node has until its server is replaced by a version. */
  DataStore store(Node node, ServerVersion forgets) {
    return new DataStore() {
      @Override
      public void put(StoredKind kind, String id) {
        stored.add(kind + id);
      }

      @Override
      public boolean has(StoredKind kind, String id) {
        return stored.contains(kind + id)
            && (kind != StoredKind.USERS || node.version() != forgets);
      }
    };
  }

  /** The same of nodes that take everything and refuse to say what they have of a kind. */
  DataStore storeThatHides(Node node, StoredKind hidden) {
    DataStore open = store(node, null);
    return new DataStore() {
      @Override
      public void put(StoredKind kind, String id) {
        open.put(kind, id);
      }

      @Override
      public boolean has(StoredKind kind, String id) {
        if (kind == hidden) {
          throw new AdminException(AdminException.Kind.ABSENT, "a test");
        }
        return open.has(kind, id);
      }
    };
  }

  /** Nodes that lose their leader name no other for so long. */
  void elect(Duration takes) {
    election = takes;
  }

  /** What was done to a node. */
  List<String> actions(String name) {
    return node(name).actions;
  }

  FakeNode node(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }

  /** Whether nothing is broken any more, though nodes may still be starting. */
  boolean healed() {
    return nodes.stream()
            .allMatch(
                node ->
                    (node.state == NodeState.UP || node.state == NodeState.STARTING)
                        && node.conditions.equals(NetworkConditions.NORMAL))
        && IntStream.range(0, nodes.size())
            .allMatch(a -> IntStream.range(0, nodes.size()).noneMatch(b -> cut[a][b]));
  }

  @Override
  public void cut(Node node, List<Node> others) {
    node(node.name()).actions.add("cut off from " + names(others));
    link(node, others, true);
  }

  @Override
  public void join(Node node, List<Node> others) {
    node(node.name()).actions.add("join with " + names(others));
    link(node, others, false);
  }

  private void link(Node node, List<Node> others, boolean broken) {
    for (Node other : others) {
      int a = node(node.name()).index;
      int b = node(other.name()).index;
      cut[a][b] = broken;
      cut[b][a] = broken;
    }
    update();
  }

  private static String names(List<Node> others) {
    return String.join(" ", others.stream().map(Node::name).toList());
  }

  @Override
  public void conditions(Node node, NetworkConditions now) {
    FakeNode changing = node(node.name());
    changing.conditions = now;
    changing.conditionsSince = time.nanos();
    changing.actions.add(now.passing().name());
  }

  @Override
  public NodeAdmin of(Node node, Duration timeout) {
    FakeNode observer = node(node.name());
    return new NodeAdmin() {
      @Override
      public List<Member> members() {
        observer.requireAnswer(timeout);
        return nodes.stream().map(other -> view(observer, other)).toList();
      }

      @Override
      public NodeCounts metrics() {
        observer.requireAnswer(timeout);
        return new NodeCounts("UP", 1, INSTANCES, Optional.of(INSTANCES / nodes.size()));
      }
    };
  }

  private Member view(FakeNode by, FakeNode of) {
    long since = time.nanos() - changed[by.index][of.index];
    boolean now = reachable[by.index][of.index];
    Duration delay = now ? UP_AGAIN : DETECTION;
    boolean up = now == since >= delay.toNanos();
    return new Member(MemberNames.address(of.http()), up ? "UP" : "DOWN", leader(by), "");
  }

  /** By raft group: the first that a node reaches, none while it elects. */
  private Map<String, String> leader(FakeNode by) {
    for (FakeNode other : nodes) {
      if (reachable[by.index][other.index]) {
        InetSocketAddress http = other.http();
        String address = http.getAddress().getHostAddress() + ":" + Raft.port(http.getPort());
        return Map.of(Raft.NAMING_GROUP, address);
      }
      if (time.nanos() - changed[by.index][other.index] < election.toNanos()) {
        return Map.of();
      }
    }
    throw new IllegalStateException("it reaches itself");
  }

  /** Something has changed. */
  private void update() {
    for (FakeNode by : nodes) {
      for (FakeNode of : nodes) {
        boolean now = by == of || (of.state == NodeState.UP && !cut[by.index][of.index]);
        if (now != reachable[by.index][of.index]) {
          reachable[by.index][of.index] = now;
          changed[by.index][of.index] = time.nanos();
        }
      }
    }
  }

  /** What its fleet did in the second that ends now. */
  RunSecond second() {
    RunStats stats = new RunStats(nodes.stream().map(FakeNode::name).toList());
    for (FakeNode node : nodes) {
      boolean serves = node.serves();
      for (int beat = 0; beat < 4; beat++) {
        if (serves) {
          stats.of(Operation.BEAT).add(OperationCount.OK, 1);
          stats.of(Operation.BEAT).record(LatencyPart.LATENCY, MS);
          stats.node(node.index).add(RegistryCount.SERVED, 1);
        } else if (time.nanos() - node.servesSince() < FAILOVER.toNanos()) {
          stats.of(Operation.BEAT).fail("timed out", 1);
        }
      }
      if (serves) {
        stats.node(node.index).set(RegistryCount.EXPECTED, (long) INSTANCES);
        stats.node(node.index).set(RegistryCount.PRESENT, (long) INSTANCES);
        stats.node(node.index).set(RegistryCount.HEALTHY, (long) INSTANCES);
      }
    }
    return new RunSecond(time.nanos() / 1e9, "measure", 1, INSTANCES, INSTANCES, 1, stats);
  }

  /** One of them. */
  final class FakeNode implements Node {

    final List<String> actions = new ArrayList<>();
    private final int index;
    private NodeState state = NodeState.UP;
    private long since;
    private long changes;
    private int failingStarts;
    private NetworkConditions conditions = NetworkConditions.NORMAL;
    private long conditionsSince;
    private ServerVersion version = ServerVersion.V1_4_1;
    private boolean unsettled;

    private FakeNode(int index) {
      this.index = index;
    }

    /** Its next starts fail half way, so often. */
    void failStarts(int times) {
      failingStarts = times;
    }

    /** After so much time, unless something else happens to it before. */
    private void become(NodeState next, Duration after) {
      long change = ++changes;
      time.after(
          after.toNanos(),
          () -> {
            if (change == changes) {
              become(next);
            }
          });
    }

    private void become(NodeState next) {
      changes++;
      state = next;
      since = time.nanos();
      update();
    }

    private boolean serves() {
      return state == NodeState.UP && conditions.passing() == NetworkConditions.Passage.OPEN;
    }

    private long servesSince() {
      return Math.max(since, conditionsSince);
    }

    private void requireAnswer(Duration timeout) {
      if (state == NodeState.PAUSED) {
        try {
          time.sleep(timeout);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw new AdminException(AdminException.Kind.TIMED_OUT, name() + " did not answer");
      }
      if (state != NodeState.UP) {
        throw new AdminException(AdminException.Kind.UNREACHABLE, name() + " is unreachable");
      }
    }

    @Override
    public String name() {
      return ClusterSpec.nodeName(index);
    }

    /** Nothing listens there. */
    @Override
    public InetSocketAddress http() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), 2000 + index);
    }

    @Override
    public ServerVersion version() {
      return version;
    }

    @Override
    public void install(ServerVersion other) {
      actions.add("install " + other);
      version = other;
      unsettled = true;
    }

    @Override
    public void settle() {
      if (unsettled) {
        actions.add("settle");
        unsettled = false;
      }
    }

    @Override
    public NodeState state() {
      return state;
    }

    @Override
    public boolean accepts() {
      boolean closing = time.nanos() - since < MOMENT.toNanos();
      return state == NodeState.UP || state == NodeState.PAUSED || closing;
    }

    @Override
    public void start() {
      if (state == NodeState.DOWN) {
        actions.add("start");
        become(NodeState.STARTING);
        boolean fails = failingStarts-- > 0;
        become(fails ? NodeState.DOWN : NodeState.UP, fails ? START.dividedBy(2) : START);
      }
    }

    @Override
    public void kill() {
      actions.add("kill");
      become(NodeState.DOWN);
    }

    @Override
    public void pause() {
      actions.add("pause");
      become(NodeState.PAUSED, MOMENT);
    }

    @Override
    public void resume() {
      actions.add("resume");
      become(NodeState.UP);
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }
  }
}
