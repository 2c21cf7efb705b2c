package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.NodeAdmin;
import dev.nacoscapacity.cluster.admin.NodeCounts;
import dev.nacoscapacity.cluster.protocol.Raft;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.time.VirtualTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A cluster in virtual time: the stand-in's registry on machines whose processors, threads, memory
 * and links are modelled. The results of a run on it are predictions.
 *
 * <p>Everything here belongs to the thread that runs the events.
 */
public final class ModelCluster implements Cluster, Links, ClientLinks, Admins {

  private static final Runnable NOTHING = () -> {};

  /** The only token that the cluster accepts. */
  public static final String TOKEN = "a-modelled-token";

  final ModelSpec model;
  private final ClusterSpec spec;

  /** The work of all nodes. */
  final NodeWork work;

  private final VirtualTime time;
  private final SplittableRandom random;
  private final SplittableRandom behaviour;
  private final List<ModelNode> nodes = new ArrayList<>();

  /** What the nodes' database has; it outlives any of them. */
  final ConfigStore configs = new ConfigStore();

  /** Which nodes a node cannot reach. */
  private final BitSet[] cut;

  /**
   * A cluster whose nodes are warm and know each other.
   *
   * @param auth whether calls need {@link #TOKEN}
   * @param seed of all random choices, in addition to the seed of the model
   */
  public ModelCluster(ModelSpec model, boolean auth, VirtualTime time, long seed) {
    this.model = model;
    this.spec =
        ClusterSpec.of(model.version(), model.nodes())
            .withAuth(auth)
            .withAuthCache(auth && model.settings().tokenCache());
    this.work = new NodeWork(model.costs(), auth, model.settings().tokenCache());
    this.time = time;
    this.random = new SplittableRandom(seed * 31 + model.seed());
    // A separate random source, so that the delays of links do not depend on other random choices.
    this.behaviour = new SplittableRandom(seed * 31 + model.seed() + 1);
    this.cut = new BitSet[spec.nodes()];
    ModelSpec.Machines kind = model.machines();
    List<Processor> machines =
        IntStream.range(0, kind.count())
            .mapToObj(
                machine -> new Processor(time, time::nanos, kind.cores(), kind.effectiveSpeed()))
            .toList();
    for (int index = 0; index < spec.nodes(); index++) {
      cut[index] = new BitSet();
      nodes.add(new ModelNode(index, this, machines.get(index % machines.size())));
    }
    nodes.forEach(node -> node.begin(false));
  }

  @Override
  public ClusterSpec spec() {
    return spec;
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /** The node with this index, from 0. */
  public ModelNode node(int index) {
    return nodes.get(index);
  }

  /** The virtual time of the cluster. */
  public VirtualTime time() {
    return time;
  }

  InetSocketAddress address(int index) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), spec.port(index));
  }

  /** Charges a call of a load generator on the same machine to the machine's processor. */
  void charge(Processor machine, Cost call) {
    if (model.machines().sharedWithGenerator()) {
      machine.run(model.costs().of(call), NOTHING);
    }
  }

  /** A random number from 0 to below a bound. */
  long randomBelow(long below) {
    return behaviour.nextLong(below);
  }

  /** Whether a random event of this probability occurs. */
  boolean randomEvent(double probability) {
    return behaviour.nextDouble() < probability;
  }

  /** A random time with an exponential distribution. */
  long exponential(double mean) {
    return (long) (-mean * StrictMath.log(1 - behaviour.nextDouble()));
  }

  /** A node has ended; pending calls of other nodes to it fail. */
  void ended(RunningNode endedRun) {
    for (ModelNode node : nodes) {
      if (node.running() != null) {
        node.running().network.lost(endedRun);
      }
    }
  }

  // --- Links -----------------------------------------------------------------------------------

  /** One-way delay between a client and any node. */
  long clientDelay() {
    return model.delays().delay() + jitter();
  }

  /** One-way delay between two nodes. */
  long peerDelay(int from, int to) {
    boolean near = model.zone(from) == model.zone(to);
    return (near ? model.delays().delay() : model.delays().betweenZones()) + jitter();
  }

  private long jitter() {
    long most = model.delays().jitter();
    return most == 0 ? 0 : random.nextLong(most + 1);
  }

  /** Whether the link from one node to another is cut. */
  boolean cut(int from, int to) {
    return cut[from].get(to);
  }

  @Override
  public void cut(Node node, List<Node> others) {
    set(node, others, true);
  }

  @Override
  public void join(Node node, List<Node> others) {
    set(node, others, false);
  }

  private void set(Node node, List<Node> others, boolean isCut) {
    int one = nodes.indexOf(node);
    for (Node each : others) {
      int other = nodes.indexOf(each);
      cut[one].set(other, isCut);
      cut[other].set(one, isCut);
    }
  }

  @Override
  public void conditions(Node node, NetworkConditions now) {
    ((ModelNode) node).conditions(now);
  }

  @Override
  public Optional<Links> links() {
    return Optional.of(this);
  }

  /**
   * Resources that a running node has used so far.
   *
   * @param cores of its machine
   * @param cpuSeconds of one core of its machine at full speed, since it started
   * @param threads that are busy with requests
   * @param heapLive in bytes
   * @param heapMax in bytes
   * @param gcMillis of collections, since it started
   * @param connections of clients to it
   */
  public record Usage(
      String name,
      int cores,
      double cpuSeconds,
      int threads,
      long heapLive,
      long heapMax,
      double gcMillis,
      int connections) {}

  /** The usage of the running nodes, in their order. */
  public List<Usage> usage() {
    List<Usage> usage = new ArrayList<>();
    for (ModelNode node : nodes) {
      RunningNode running = node.running();
      if (running != null) {
        usage.add(
            new Usage(
                node.name(),
                node.machine().cores(),
                running.workedSeconds() / model.machines().speed(),
                running.busyThreads(),
                running.heap.live(),
                model.settings().heap(),
                running.gcMillis(),
                node.connections()));
      }
    }
    return usage;
  }

  /** All work of the nodes so far, by the keys of the cost file. */
  public Map<String, Work> workSums() {
    return work.sums();
  }

  // --- What nodes say of themselves -------------------------------------------------------------

  /** Answers immediately, without cost for the node. */
  @Override
  public NodeAdmin of(Node node, Duration timeout) {
    return new NodeAdmin() {
      @Override
      public List<Member> members() {
        Members view = answering(node).members();
        Map<String, String> leaders = leaders();
        return IntStream.range(0, view.count())
            .mapToObj(
                member ->
                    new Member(
                        view.address(member),
                        view.state(member).name(),
                        leaders,
                        spec.version().toString()))
            .toList();
      }

      @Override
      public NodeCounts metrics() {
        NamingNode naming = answering(node);
        return new NodeCounts(
            "UP",
            naming.registry().services().size(),
            naming.registry().hosts(),
            Optional.of(naming.responsibleInstances()));
      }
    };
  }

  /** In place of an election, the first running node is the leader while a majority runs. */
  private Map<String, String> leaders() {
    List<ModelNode> running = nodes.stream().filter(node -> node.running() != null).toList();
    if (running.size() <= nodes.size() / 2) {
      return Map.of();
    }
    InetSocketAddress leader = running.get(0).http();
    return Map.of(
        Raft.NAMING_GROUP,
        leader.getAddress().getHostAddress() + ":" + Raft.port(leader.getPort()));
  }

  private static NamingNode answering(Node node) {
    return switch (node.state()) {
      case UP -> ((ModelNode) node).running().naming;
      case PAUSED ->
          throw new AdminException(AdminException.Kind.TIMED_OUT, node.name() + " does not answer");
      case STARTING, DOWN ->
          throw new AdminException(
              AdminException.Kind.UNREACHABLE, node.name() + " refuses connections");
    };
  }

  // --- Auth ------------------------------------------------------------------------------------

  /**
   * Whether the cluster accepts a call with this token.
   *
   * @param token null for none
   */
  public boolean accepts(String token) {
    return !spec.auth() || TOKEN.equals(token);
  }

  /** The answer to a login. */
  public String login() {
    return "{\"accessToken\":\"" + TOKEN + "\",\"tokenTtl\":18000,\"globalAdmin\":true}";
  }

  /** Starts every node that is down, and resumes every paused one. */
  @Override
  public void start() {
    for (ModelNode node : nodes) {
      node.resume();
      node.start();
    }
  }

  @Override
  public void close() {
    nodes.forEach(ModelNode::kill);
  }
}
