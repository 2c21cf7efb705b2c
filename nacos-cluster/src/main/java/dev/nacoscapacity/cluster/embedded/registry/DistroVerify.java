package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every 5 s a node tells the others the checksums of what it answers for, and they fetch what
 * differs: this mends what copies missed, and carries health. After Nacos 1.4's {@code
 * DistroVerifyTask} and {@code ServiceReporter}, which compare instances and health apart; Nacos 2
 * verifies connection-bound instances in the same rhythm.
 */
final class DistroVerify {

  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Peers peers;
  private final Registry registry;
  private final Origin self;
  private final BoundExpiry expiry;
  private final SnapshotLoad load;

  DistroVerify(Peers peers, Registry registry, Origin self, BoundExpiry expiry, SnapshotLoad load) {
    this.peers = peers;
    this.registry = registry;
    this.self = self;
    this.expiry = expiry;
    this.load = load;
  }

  void start() {
    if (peers.any()) {
      peers.loop().after(PERIOD, this::tell);
    }
  }

  private void tell() {
    peers.loop().after(PERIOD, this::tell);
    if (!load.over()) {
      // The others would forget what this node was to learn from them.
      return;
    }
    List<Told.Sum> sums = new ArrayList<>();
    for (Service service : registry.services()) {
      for (Datum share : service.shares()) {
        if (answersFor(share)) {
          sums.add(new Told.Sum(share.key(), share.checksum()));
        }
      }
    }
    Told told = new Told(self, sums);
    peers.forEach(member -> peers.send(member, TIMEOUT, told, heard -> {}, failure -> {}));
  }

  /** What a node answers for. */
  record Told(Origin from, List<Sum> sums) implements PeerCall<Boolean> {

    /** What one share adds up to. */
    record Sum(DatumKey share, String checksum) {}

    @Override
    public Boolean at(NamingNode peer) {
      Map<DatumKey, String> checksums = new LinkedHashMap<>();
      sums.forEach(sum -> checksums.put(sum.share(), sum.checksum()));
      peer.comparison().hear(from, checksums);
      return true;
    }
  }

  /** Asks for what differs. */
  record Fetch(Set<DatumKey> shares) implements PeerCall<Snapshot> {
    @Override
    public Snapshot at(NamingNode peer) {
      return peer.registry().snapshot(shares);
    }
  }

  private boolean answersFor(Datum share) {
    return share.origin().equals(Origin.OWNER)
        ? peers.members().responsible(share.service().key().name())
        : share.origin().equals(self);
  }

  private void hear(Origin from, Map<DatumKey, String> checksums) {
    expiry.renew(from);
    boolean disputed =
        checksums.keySet().stream()
            .anyMatch(
                key ->
                    key.origin().equals(Origin.OWNER)
                        && peers.members().responsible(key.service().name()));
    if (disputed) {
      // The two nodes disagree on who owns what: nothing can be learned of beaten instances now.
      checksums.keySet().removeIf(key -> key.origin().equals(Origin.OWNER));
    }
    Set<DatumKey> differing = new HashSet<>();
    checksums.forEach(
        (key, theirs) -> {
          Datum mine = registry.find(key);
          if (mine == null || !mine.checksum().equals(theirs)) {
            differing.add(key);
          }
        });
    forget(from, checksums.keySet(), !disputed);
    if (!differing.isEmpty()) {
      peers.send(from.member(), TIMEOUT, new Fetch(differing), registry::takeOver, failure -> {});
    }
  }

  /** What the other node answers for and no longer mentions is gone. */
  private void forget(Origin from, Set<DatumKey> mentioned, boolean beaten) {
    for (Service service : registry.services()) {
      for (Datum share : service.shares()) {
        boolean theirs =
            share.origin().equals(Origin.OWNER)
                ? beaten && peers.members().owner(service.key().name()) == from.member()
                : share.origin().equals(from);
        if (theirs && !mentioned.contains(share.key()) && share.removeIf(held -> true)) {
          registry.changed(service);
        }
      }
    }
  }
}
