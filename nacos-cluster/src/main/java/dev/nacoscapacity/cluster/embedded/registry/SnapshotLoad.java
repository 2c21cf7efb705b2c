package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;

/**
 * A node that starts asks the others, one after the other, for all they know, until one answers.
 * After Nacos 1.4's {@code DistroLoadDataTask}.
 */
final class SnapshotLoad {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Until the first others are there. */
  private static final Duration RETRY_DELAY = Duration.ofSeconds(30);

  /** Of those that are there and did not answer in time. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Peers peers;
  private final Registry registry;
  private final Origin self;
  private boolean loaded;
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

  /** Whether this node knows what the others know, or nobody was there to know anything. */
  boolean over() {
    return over;
  }

  record Everything() implements PeerCall<Snapshot> {
    @Override
    public Snapshot at(NamingNode peer) {
      return peer.registry().snapshot();
    }
  }

  private void ask(int member) {
    if (loaded) {
      return;
    }
    if (member == peers.members().count()) {
      over |= !silent;
      peers.loop().after(silent ? SOON : RETRY_DELAY, this::start);
    } else if (member == peers.members().self()) {
      ask(member + 1);
    } else {
      peers.send(member, TIMEOUT, new Everything(), this::load, failure -> failed(member, failure));
    }
  }

  private void failed(int member, Network.Failure failure) {
    silent |= failure == Network.Failure.SILENT;
    ask(member + 1);
  }

  /** What is bound to this node's own connections nobody knows better, least when it is gone. */
  private boolean known(DatumKey key) {
    if (key.origin().equals(self)) {
      return true;
    }
    return key.origin().equals(Origin.OWNER)
        ? registry.find(key.service()) != null
        : registry.find(key) != null && !registry.find(key).instances().isEmpty();
  }

  private void load(Snapshot snapshot) {
    if (!loaded) {
      loaded = true;
      over = true;
      // What is known here by now is newer.
      snapshot.shares().removeIf(copy -> known(copy.share()));
      registry.takeOver(snapshot);
    }
  }
}
