package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.Metrics;
import dev.nacoscapacity.cluster.admin.NodeAdmin;
import dev.nacoscapacity.cluster.embedded.registry.Members;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.protocol.Raft;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.time.VirtualTime;
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
 * A cluster that exists in virtual time only: the stand-in's registry on machines whose processors,
 * threads, memory and links are modelled. What a run on it finds is a prediction.
 *
 * <p>Everything here belongs to the thread that runs the events.
 */
public final class ModelCluster implements Cluster, Links, ClientLinks, Admins {

  private static final Runnable NOTHING = () -> {};

  /** The one token that it takes. */
  public static final String TOKEN = "a-modelled-token";

  private final ModelSpec model;
  private final ClusterSpec spec;

  /** Of all nodes. */
  private final NodeWork work;

  private final VirtualTime time;
  private final SplittableRandom random;
  private final SplittableRandom behaviour;
  private final List<ModelNode> nodes = new ArrayList<>();

  /** Which nodes a node cannot reach. */
  private final BitSet[] cut;

  /**
   * A cluster whose nodes are warm and know each other.
   *
   * @param auth whether calls need {@link #TOKEN}
   * @param seed of all that chance decides in it, beside the model's own
   */
  public ModelCluster(ModelSpec model, boolean auth, VirtualTime time, long seed) {
    this.model = model;
    this.spec =
        ClusterSpec.of(model.version(), model.nodes())
            .withAuth(auth)
            .withAuthCache(auth && model.tokenCache());
    this.work = new NodeWork(model.costs(), auth, model.tokenCache());
    this.time = time;
    this.random = new SplittableRandom(seed * 31 + model.seed());
    // One of its own, so that the delays of links do not depend on what else is at random.
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

  /** The time that the cluster lives in. */
  public VirtualTime time() {
    return time;
  }

  InetSocketAddress address(int index) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), spec.port(index));
  }

  /** Of all nodes. */
  NodeWork work() {
    return work;
  }

  /** What a call costs a load generator on the nodes' own machine; 0 for one on another. */
  long generatorCall() {
    return model.machines().sharedWithGenerator() ? model.costs().of(Cost.GENERATOR_CALL) : 0;
  }

  /** What it takes of one core to start a node. */
  long startWork() {
    return model.costs().of(Cost.START);
  }

  RunningNode newRun(int index, boolean cold) {
    return new RunningNode(this, nodes.get(index), index, model, cold);
  }

  /** A load generator on the same machine takes its share of the machine's processor. */
  void generatorRequest(Processor machine) {
    if (model.machines().sharedWithGenerator()) {
      machine.run(model.costs().of(Cost.GENERATOR_GRPC_CALL), NOTHING);
    }
  }

  /** From 0 up to below a number. */
  long chance(long below) {
    return behaviour.nextLong(below);
  }

  /** Whether something happens that has this probability. */
  boolean happens(double probability) {
    return behaviour.nextDouble() < probability;
  }

  /** A time at random: short ones are likely, long ones rare. */
  long exponential(double mean) {
    return (long) (-mean * StrictMath.log(1 - behaviour.nextDouble()));
  }

  /** A node has ended; what others wait for from it fails. */
  void ended(RunningNode gone) {
    for (ModelNode node : nodes) {
      if (node.running() != null) {
        node.running().network().lost(gone);
      }
    }
  }

  // --- Links -----------------------------------------------------------------------------------

  /** One way between a client and any node. */
  long clientDelay() {
    return model.delays().delay() + jitter();
  }

  /** One way between two nodes. */
  long peerDelay(int from, int to) {
    boolean near = model.zone(from) == model.zone(to);
    return (near ? model.delays().delay() : model.delays().betweenZones()) + jitter();
  }

  private long jitter() {
    long most = model.delays().jitter();
    return most == 0 ? 0 : random.nextLong(most + 1);
  }

  /** Whether nothing passes from one node to another. */
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
   * What a node that runs has used by now.
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

  /** Of the nodes that run, in their order. */
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
                running.heap().live(),
                model.heap(),
                running.gcMillis(),
                node.connections()));
      }
    }
    return usage;
  }

  /**
   * Work of one kind.
   *
   * @param amount how many pieces
   * @param cpuSeconds of a core at reference speed that they cost a warm node without collections
   */
  public record Done(double amount, double cpuSeconds) {}

  /** All that the nodes have done, by the keys of the cost file. */
  public Map<String, Done> done() {
    return work.done();
  }

  // --- What nodes say of themselves -------------------------------------------------------------

  /** Answers at once, and costs the node nothing. */
  @Override
  public NodeAdmin of(Node node, Duration timeout) {
    return new NodeAdmin() {
      @Override
      public List<Member> members() {
        Members seen = answering(node).members();
        Map<String, String> leaders = leaders();
        return IntStream.range(0, seen.count())
            .mapToObj(
                member ->
                    new Member(
                        seen.address(member),
                        seen.state(member).name(),
                        leaders,
                        spec.version().toString()))
            .toList();
      }

      @Override
      public Metrics metrics() {
        NamingNode naming = answering(node);
        int instances = naming.registry().services().stream().mapToInt(Service::hosts).sum();
        return new Metrics(
            "UP", naming.registry().services().size(), instances, naming.responsibleInstances());
      }
    };
  }

  /** In place of an election the first node that runs leads, as long as most do. */
  private Map<String, String> leaders() {
    List<ModelNode> running = nodes.stream().filter(node -> node.running() != null).toList();
    if (running.size() <= nodes.size() / 2) {
      return Map.of();
    }
    InetSocketAddress leader = running.get(0).http();
    return Map.of(
        Raft.NAMING_GROUP,
        leader.getAddress().getHostAddress()
            + ":"
            + (leader.getPort() - ClusterSpec.DERIVED_PORTS));
  }

  private static NamingNode answering(Node node) {
    return switch (node.state()) {
      case UP -> ((ModelNode) node).running().naming();
      case PAUSED ->
          throw new AdminException(AdminException.Kind.TIMED_OUT, node.name() + " does not answer");
      case STARTING, DOWN ->
          throw new AdminException(
              AdminException.Kind.UNREACHABLE, node.name() + " refuses connections");
    };
  }

  // --- Auth ------------------------------------------------------------------------------------

  /**
   * Whether it takes a call with this token.
   *
   * @param token null for none
   */
  public boolean accepts(String token) {
    return !spec.auth() || TOKEN.equals(token);
  }

  /** What a login is answered. */
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
