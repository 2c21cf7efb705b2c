package dev.nacoscapacity.cluster.standin.registry;

import dev.nacoscapacity.cluster.DownRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Naming nodes on a manual clock, and what a client would do with them. */
final class TestCluster {

  static final Duration COPY_DELAY = Duration.ofSeconds(1);
  static final ServiceKey ORDERS = new ServiceKey("public", "DEFAULT_GROUP@@orders");

  final ManualLoop time = new ManualLoop();
  private final LocalNetwork network;
  private final List<String> addresses;
  private final List<NamingNode> nodes = new ArrayList<>();

  TestCluster(int size) {
    network = new LocalNetwork(size);
    addresses = IntStream.range(0, size).mapToObj(i -> "127.0.0.1:" + (8848 + 10 * i)).toList();
    for (int i = 0; i < size; i++) {
      nodes.add(null);
      start(i);
    }
    time.passSeconds(0);
  }

  NamingNode node(int index) {
    return nodes.get(index);
  }

  void start(int index) {
    Members members = new Members(index, addresses, DownRule.REFUSED);
    NamingNode node = new NamingNode(new NodeLoop(time), network, members, COPY_DELAY);
    nodes.set(index, node);
    network.attach(node);
    node.loop().execute(node::start);
  }

  void kill(int index) {
    node(index).loop().end();
    network.detach(index);
  }

  /** The owner as the node sees it. */
  int owner(int node) {
    return node(node).members().owner(ORDERS.name());
  }

  /** Any node but the owner. */
  int other() {
    return (owner(0) + 1) % nodes.size();
  }

  static InstanceSpec instance(int port) {
    return instance(port, Map.of());
  }

  static InstanceSpec instance(int port, Map<String, String> metadata) {
    InstanceKey key = new InstanceKey("198.18.0.1", port, "DEFAULT");
    return InstanceSpec.of(key, ORDERS.name(), 1, true, true, metadata);
  }

  Outcome<Boolean> register(int node, InstanceSpec spec) {
    return write(node, new Writes.Register(ORDERS, spec, true));
  }

  Outcome<Boolean> deregister(int node, InstanceSpec spec) {
    return write(node, new Writes.Deregister(ORDERS, spec.key()));
  }

  Outcome<Long> lightBeat(int node, InstanceSpec spec) {
    return write(node, new Writes.Beat(ORDERS, spec.key(), null));
  }

  Outcome<Long> fullBeat(int node, InstanceSpec spec) {
    return write(node, new Writes.Beat(ORDERS, spec.key(), spec));
  }

  private <T> Outcome<T> write(int node, PeerCall<T> write) {
    Outcome<T> outcome = new Outcome<>();
    node(node)
        .loop()
        .execute(
            () -> node(node).onOwner(ORDERS.name(), write, outcome::written, outcome::refused));
    time.passSeconds(0);
    return outcome;
  }

  /** The ports of the instances the node knows. */
  List<Integer> ports(int node) {
    Service service = node(node).registry().find(ORDERS);
    return service == null
        ? List.of()
        : service.instances().stream().map(instance -> instance.spec().key().port()).toList();
  }

  /** The ports of those it thinks healthy. */
  List<Integer> healthy(int node) {
    Service service = node(node).registry().find(ORDERS);
    return service == null
        ? List.of()
        : service.instances().stream()
            .filter(InstanceState::healthy)
            .map(instance -> instance.spec().key().port())
            .toList();
  }

  static final class Outcome<T> {
    T answer;
    int failure;
    String message;
    int outcomes;

    void written(T result) {
      answer = result;
      outcomes++;
    }

    void refused(int status, String text) {
      failure = status;
      message = text;
      outcomes++;
    }
  }
}
