package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.List;

/**
 * A starting node asks the other nodes, one after the other, for all their data, until one answers.
 * After Nacos 1.4's {@code DistroLoadDataTask}.
 */
final class SnapshotLoad {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Delay when no other node was reachable. */
  private static final Duration RETRY_DELAY = Duration.ofSeconds(30);

  /** Delay when a node was reachable and did not answer in time. */
  private static final Duration SHORT_RETRY_DELAY = Duration.ofSeconds(1);

  private final Peers peers;
  private final Registry registry;
  private final Origin self;
  private boolean silent;
  private boolean over;

  SnapshotLoad(Peers peers, Registry registry, Origin self) {
    this.peers = peers;
    this.registry = registry;
    this.self = self;
  }

  void start() {
    if (peers.any()) {
      silent = false;
      ask(0);
    }
  }

  /** Whether this node has loaded the others' data, or no other node was reachable. */
  boolean over() {
    return over;
  }

  /** Fetches all data. */
  record QueryAll() implements PeerCall<List<Datum.Copy>> {

    @Override
    public Kind kind() {
      return Kind.SNAPSHOT;
    }

    @Override
    public int itemsAt(NamingNode receiver) {
      return receiver.registry().hosts();
    }

    @Override
    public List<Datum.Copy> at(NamingNode receiver) {
      return receiver.registry().snapshot();
    }
  }

  private void ask(int member) {
    if (member == peers.members().count()) {
      over |= !silent;
      peers.loop().after(silent ? SHORT_RETRY_DELAY : RETRY_DELAY, this::start);
    } else if (member == peers.members().self()) {
      ask(member + 1);
    } else {
      peers.send(member, TIMEOUT, new QueryAll(), this::load, failure -> failed(member, failure));
    }
  }

  private void failed(int member, Network.Failure failure) {
    silent |= failure == Network.Failure.SILENT;
    ask(member + 1);
  }

  /** Data that this node has received meanwhile are newer. */
  private void load(List<Datum.Copy> snapshot) {
    over = true;
    registry.load(snapshot.stream().filter(copy -> !knows(copy.datum())).toList());
  }

  /** Only this node knows the data of its own connections, also after they are closed. */
  private boolean knows(Datum.Key key) {
    if (key.origin().equals(self)) {
      return true;
    }
    return key.origin().equals(Origin.OWNER)
        ? registry.find(key.service()) != null
        : registry.find(key) != null && registry.find(key).table().size() > 0;
  }
}
