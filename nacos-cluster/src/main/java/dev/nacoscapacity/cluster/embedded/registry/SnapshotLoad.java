package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;

/**
 * A node that starts asks the others, one after the other, for all they know, until one answers.
 * After Nacos 1.4's {@code DistroLoadDataTask}.
 */
final class SnapshotLoad {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(30);

  private final Peers peers;
  private final Registry registry;
  private final Origin self;
  private boolean loaded;

  SnapshotLoad(Peers peers, Registry registry, Origin self) {
    this.peers = peers;
    this.registry = registry;
    this.self = self;
  }

  void start() {
    if (peers.any()) {
      ask(0);
    }
  }

  private record Everything() implements PeerCall<Snapshot> {
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
      peers.loop().after(RETRY_DELAY, this::start);
    } else if (member == peers.members().self()) {
      ask(member + 1);
    } else {
      peers.send(member, TIMEOUT, new Everything(), this::load, failure -> ask(member + 1));
    }
  }

  /** What is bound to this node's own connections nobody knows better, least when it is gone. */
  private boolean known(ShareKey key) {
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
      // What is known here by now is newer.
      snapshot.shares().keySet().removeIf(this::known);
      registry.takeOver(snapshot);
    }
  }
}
