package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sends shares of services that were written here to the other nodes, whole and after a delay, and
 * again until each has taken them. After Nacos 1.4's {@code DistroProtocol.sync}.
 */
final class DistroSync {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  private final Peers peers;
  private final Duration delay;
  private final Set<Datum> dirty = new HashSet<>();
  private final Map<Integer, Set<Datum>> owed = new HashMap<>();

  DistroSync(Peers peers, Duration delay) {
    this.peers = peers;
    this.delay = delay;
  }

  /** The share is copied as it is when the delay has passed. */
  void written(Datum share) {
    if (dirty.add(share)) {
      peers
          .loop()
          .after(
              delay,
              () -> {
                dirty.remove(share);
                peers.forEach(member -> copy(share, member));
              });
    }
  }

  private void copy(Datum share, int member) {
    peers.send(member, TIMEOUT, Copy.of(share), taken -> {}, failure -> copyLater(share, member));
  }

  /** A share as its origin has it. */
  record Copy(DatumKey share, List<InstanceState> instances) implements PeerCall<Boolean> {

    static Copy of(Datum share) {
      return new Copy(share.key(), share.copies());
    }

    @Override
    public Boolean at(NamingNode peer) {
      peer.registry().replace(share, instances);
      return true;
    }
  }

  private void copyLater(Datum share, int member) {
    Set<Datum> waiting = owed.computeIfAbsent(member, m -> new HashSet<>());
    if (waiting.add(share)) {
      peers
          .loop()
          .after(
              RETRY_DELAY,
              () -> {
                waiting.remove(share);
                copy(share, member);
              });
    }
  }
}
