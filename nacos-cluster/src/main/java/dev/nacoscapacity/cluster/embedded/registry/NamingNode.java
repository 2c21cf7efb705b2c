package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One life of a node's naming service: its registry, its view of the others, and what may be asked
 * of it. Confined to its {@link #loop()}; everything is lost when that ends.
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
  private final DistroSync copies;
  private final Origin origin;
  private final BoundExpiry boundExpiry;
  private final SnapshotLoad load;
  private final DistroVerify comparison;

  /**
   * @param self the node's number in the cluster's order
   * @param addresses of all nodes in that order, {@code ip:port}
   * @param copyDelay from a write to its copies on the other nodes
   */
  public NamingNode(
      NodeLoop loop, Network network, int self, List<String> addresses, Duration copyDelay) {
    this.loop = loop;
    this.members = new Members(self, addresses);
    this.peers = new Peers(loop, network, members);
    this.copies = new DistroSync(peers, copyDelay);
    this.origin = new Origin(self, ThreadLocalRandom.current().nextLong());
    this.boundExpiry = new BoundExpiry(loop, registry, origin);
    this.load = new SnapshotLoad(peers, registry, origin);
    this.comparison = new DistroVerify(peers, registry, origin, boundExpiry, load);
  }

  /** Joins the cluster: starts its timers and loads what the others know. */
  public void start() {
    Expiry expiry = new Expiry(loop, members, registry, copies::written);
    registry.onNew(expiry::watch);
    new MemberReport(peers).start();
    comparison.start();
    boundExpiry.start();
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

  DistroVerify comparison() {
    return comparison;
  }

  /** Adds the instance or replaces it. Only on the owner. */
  public void register(ServiceKey key, InstanceSpec spec, boolean healthy) {
    Datum share = registry.obtain(key).beaten();
    share.put(new InstanceState(spec, loop.millis(), healthy));
    written(share);
  }

  /** Removes the instance if it is there. Only on the owner. */
  public void deregister(ServiceKey key, InstanceKey instance) {
    Service service = registry.find(key);
    if (service != null && service.beaten().remove(instance)) {
      written(service.beaten());
    }
  }

  /**
   * Notes that the instance lives. Only on the owner.
   *
   * @param full what a full beat says of the instance, null for a light beat
   * @return the interval the client must beat at, or {@link #UNKNOWN_INSTANCE}: only after a light
   *     beat, since a full beat registers an unknown instance
   */
  public long beat(ServiceKey key, InstanceKey instance, InstanceSpec full) {
    Service service = registry.find(key);
    InstanceState held = service == null ? null : service.beaten().find(instance);
    if (held == null) {
      if (full == null) {
        return UNKNOWN_INSTANCE;
      }
      register(key, full, true);
      return full.beatIntervalMillis();
    }
    held.beat(loop.millis());
    if (held.setHealthy(true)) {
      service.beaten().changed();
      registry.changed(service);
    }
    return held.spec().beatIntervalMillis();
  }

  /** A connection's instances: for the node which has the connection. */
  public Publisher newPublisher() {
    return new Publisher(registry, origin, this::written);
  }

  /** How many instances this node answers for. */
  public int answersFor() {
    int count = 0;
    for (Service service : registry.services()) {
      Datum bound = service.find(origin);
      count += bound == null ? 0 : bound.instances().size();
      if (members.responsible(service.key().name())) {
        count += service.beaten().instances().size();
      }
    }
    return count;
  }

  private void written(Datum share) {
    registry.changed(share.service());
    copies.written(share);
  }

  /**
   * Runs a write on the service's owner, which is this node or another one, as Nacos's {@code
   * DistroFilter} does.
   */
  public <T> void onOwner(String groupedName, PeerCall<T> write, Reply<T> reply) {
    int owner = members.owner(groupedName);
    if (owner == members.self()) {
      reply.done(write.at(this));
      return;
    }
    Reply<T> once = new FirstReply<>(reply);
    peers.send(
        owner,
        FORWARD_TIMEOUT,
        new Writes.Forwarded<>(groupedName, write),
        outcome -> {
          if (outcome.taken()) {
            once.done(outcome.answer());
          } else {
            once.failed(400, "receive invalid redirect request from peer " + ip());
          }
        },
        failure -> once.failed(500, text(failure)));
  }

  private String ip() {
    String address = members.address(members.self());
    return address.substring(0, address.indexOf(':'));
  }

  private static String text(Network.Failure failure) {
    return switch (failure) {
      case REFUSED -> "java.net.ConnectException: Connection refused (Connection refused)";
      case SILENT -> "java.net.SocketTimeoutException: Read timed out";
    };
  }
}
