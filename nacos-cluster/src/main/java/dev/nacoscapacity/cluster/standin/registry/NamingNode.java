package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A node's naming service from the node's start to its end: its registry, its view of the other
 * nodes, and the calls to it. Confined to its {@link #loop()}; all state is lost when the loop
 * ends.
 */
public final class NamingNode {

  /** {@link #beat} found no such instance. */
  public static final long UNKNOWN_INSTANCE = -1;

  /** Nacos's {@code DistroFilter.PROXY_READ_TIMEOUT}. */
  private static final Duration FORWARD_TIMEOUT = Duration.ofSeconds(2);

  private final NodeLoop loop;
  private final Members members;
  private final Registry registry = new Registry();
  private final Peers peers;
  private final Origin origin;
  private final DistroSync sync;
  private final SnapshotLoad load;
  private final DistroVerify verify;
  private final Executor healthChecks;

  /** A node that processes beats at once. */
  public NamingNode(NodeLoop loop, Network network, Members members, Duration copyDelay) {
    this(loop, network, members, copyDelay, Runnable::run);
  }

  /**
   * @param members as this node sees them
   * @param copyDelay from a write to its copies on the other nodes
   * @param healthChecks where beats are processed, after they are answered, and expiry is checked,
   *     as on the threads of Nacos's {@code HealthCheckReactor}
   */
  public NamingNode(
      NodeLoop loop, Network network, Members members, Duration copyDelay, Executor healthChecks) {
    this.loop = loop;
    this.members = members;
    this.peers = new Peers(loop, network, members);
    this.origin = new Origin(members.self(), loop.millis());
    this.sync = new DistroSync(peers, copyDelay);
    this.load = new SnapshotLoad(peers, registry, origin);
    this.verify = new DistroVerify(peers, registry, origin, load);
    this.healthChecks = healthChecks;
  }

  /** Joins the cluster: starts its timers and loads the data of the other nodes. */
  public void start() {
    start(DistroVerify.PERIOD);
  }

  /**
   * Joins the cluster, with a given time of the first verification.
   *
   * @param firstCheck delay of the first verification, which repeats every 5 s
   */
  public void start(Duration firstCheck) {
    Expiry expiry = new Expiry(loop, members, registry, healthChecks, sync::written);
    registry.onNew(expiry::watch);
    new MemberReport(peers).start();
    verify.start(firstCheck);
    load.start();
  }

  public NodeLoop loop() {
    return loop;
  }

  public Members members() {
    return members;
  }

  public Registry registry() {
    return registry;
  }

  DistroVerify verify() {
    return verify;
  }

  /** Adds or replaces the instance. Only on the owner. */
  public void register(ServiceKey key, InstanceSpec spec, boolean healthy) {
    Datum datum = registry.obtain(key).heartbeat();
    datum.put(spec, loop.millis(), healthy);
    written(datum);
  }

  /** Removes the instance if it is there. Only on the owner. */
  public void deregister(ServiceKey key, InstanceKey instance) {
    Service service = registry.find(key);
    if (service != null && service.heartbeat().remove(instance)) {
      written(service.heartbeat());
    }
  }

  /**
   * Accepts a beat of an instance, to be processed later. Only on the owner.
   *
   * @return the interval in milliseconds at which the client must beat, or {@link
   *     #UNKNOWN_INSTANCE}: only after a light beat, since a full beat registers an unknown
   *     instance
   */
  long beat(Writes.Beat beat) {
    Datum datum = beat.in(registry);
    if (datum == null || beat.placeIn(datum.table()) < 0) {
      if (beat.full() == null) {
        return UNKNOWN_INSTANCE;
      }
      register(beat.service(), beat.full(), true);
      return beat.full().beatIntervalMillis();
    }
    // After Nacos's ClientBeatProcessor.
    healthChecks.execute(
        () -> {
          if (datum.beat(beat, loop.millis())) {
            registry.changed(datum.service());
          }
        });
    return beat.intervalMillis();
  }

  /**
   * Drops this node's copies of the instances that a connection of another node publishes, until
   * the next verification between the two nodes.
   */
  public void dropCopies(NamingNode node, Publisher publisher) {
    publisher
        .published()
        .forEach(
            (service, specs) -> {
              Datum copy = registry.find(new Datum.Key(service, node.origin));
              if (copy != null && specs.stream().filter(s -> copy.remove(s.key())).count() > 0) {
                registry.changed(copy.service());
              }
            });
  }

  /** Creates a publisher for the instances of a connection to this node. */
  public Publisher newPublisher() {
    return new Publisher(registry, origin, this::written);
  }

  /** How many instances this node is responsible for. */
  public int responsibleInstances() {
    int count = heartbeatInstances();
    for (Service service : registry.services()) {
      Datum published = service.find(origin);
      count += published == null ? 0 : published.table().size();
    }
    return count;
  }

  /** How many instances kept alive by heartbeats this node is responsible for. */
  public int heartbeatInstances() {
    int count = 0;
    for (Service service : registry.services()) {
      if (members.responsible(service.key().name())) {
        count += service.heartbeat().table().size();
      }
    }
    return count;
  }

  private void written(Datum datum) {
    registry.changed(datum.service());
    sync.written(datum);
  }

  /**
   * Receives the status and the text with which Nacos answers a write that did not reach its owner.
   */
  public interface Refusal {
    void accept(int status, String text);
  }

  /**
   * Runs a write on the service's owner, which is this node or another one, as Nacos's {@code
   * DistroFilter} does. One of the two consumers is called, once, on this node's thread.
   */
  public <T> void onOwner(
      String groupedName, PeerCall<T> write, Consumer<T> written, Refusal refused) {
    int owner = members.owner(groupedName);
    if (owner == members.self()) {
      written.accept(write.at(this));
      return;
    }
    peers.send(
        owner,
        FORWARD_TIMEOUT,
        new Writes.ForwardedWrite<>(groupedName, write),
        outcome -> {
          if (outcome.taken()) {
            written.accept(outcome.answer());
          } else {
            refused.accept(
                400, "receive invalid redirect request from peer " + members.ip(members.self()));
          }
        },
        failure -> refused.accept(500, text(failure)));
  }

  private static String text(Network.Failure failure) {
    return switch (failure) {
      case REFUSED -> "java.net.ConnectException: Connection refused (Connection refused)";
      case SILENT -> "java.net.SocketTimeoutException: Read timed out";
    };
  }
}
