package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every 5 s a node sends the others the checksums of the data it is responsible for, and they fetch
 * those that differ: this repairs what {@link DistroSync} did not deliver, and carries health. Data
 * bound to connections of a node from which nothing came for three minutes are dropped. After Nacos
 * 1.4's {@code DistroVerifyTask} and {@code ServiceReporter}, which compare instances and health
 * apart, and Nacos 2's {@code ConnectionBasedClientManager.ExpiredClientCleaner}.
 */
final class DistroVerify {

  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration EXPIRED = Duration.ofMinutes(3);

  private final Peers peers;
  private final Registry registry;
  private final Origin self;
  private final SnapshotLoad load;

  /** When each origin was last verified, in milliseconds. */
  private final Map<Origin, Long> lastVerified = new HashMap<>();

  DistroVerify(Peers peers, Registry registry, Origin self, SnapshotLoad load) {
    this.peers = peers;
    this.registry = registry;
    this.self = self;
    this.load = load;
  }

  void start() {
    if (peers.any()) {
      peers.loop().after(PERIOD, this::send);
    }
    peers.loop().after(PERIOD, this::dropExpired);
  }

  private void send() {
    peers.loop().after(PERIOD, this::send);
    if (!load.over()) {
      // The others would remove the data that this node has yet to load from them.
      return;
    }
    List<Verify.Checksum> checksums = new ArrayList<>();
    for (Service service : registry.services()) {
      for (Datum datum : service.data()) {
        if (isResponsible(datum)) {
          checksums.add(new Verify.Checksum(datum.key(), datum.checksum()));
        }
      }
    }
    Verify verify = new Verify(self, checksums);
    peers.forEach(member -> peers.send(member, TIMEOUT, verify, done -> {}, failure -> {}));
  }

  /** The checksums of all data that a node is responsible for. */
  record Verify(Origin from, List<Checksum> checksums) implements PeerCall<Boolean> {

    record Checksum(Datum.Key datum, String checksum) {}

    @Override
    public Boolean at(NamingNode receiver) {
      Map<Datum.Key, String> byDatum = new LinkedHashMap<>();
      checksums.forEach(sum -> byDatum.put(sum.datum(), sum.checksum()));
      receiver.verify().received(from, byDatum);
      return true;
    }
  }

  /** Fetches the data that differ. */
  record Query(Set<Datum.Key> data) implements PeerCall<List<Datum.Copy>> {

    @Override
    public List<Datum.Copy> at(NamingNode receiver) {
      return receiver.registry().snapshot(data);
    }
  }

  private boolean isResponsible(Datum datum) {
    return datum.origin().equals(Origin.OWNER)
        ? peers.members().responsible(datum.service().key().name())
        : datum.origin().equals(self);
  }

  private void received(Origin from, Map<Datum.Key, String> checksums) {
    lastVerified.put(from, peers.loop().millis());
    boolean disputed =
        checksums.keySet().stream()
            .anyMatch(
                key ->
                    key.origin().equals(Origin.OWNER)
                        && peers.members().responsible(key.service().name()));
    if (disputed) {
      // The two nodes disagree on owners, so neither's heartbeat instances replace the other's now.
      checksums.keySet().removeIf(key -> key.origin().equals(Origin.OWNER));
    }
    Set<Datum.Key> differing = new HashSet<>();
    checksums.forEach(
        (key, checksum) -> {
          Datum mine = registry.find(key);
          if (mine == null || !mine.checksum().equals(checksum)) {
            differing.add(key);
          }
        });
    removeOthers(from, checksums.keySet(), !disputed);
    if (!differing.isEmpty()) {
      peers.send(from.member(), TIMEOUT, new Query(differing), registry::load, failure -> {});
    }
  }

  /** Empties the data which the other node is responsible for and no longer has. */
  private void removeOthers(Origin from, Set<Datum.Key> present, boolean heartbeat) {
    for (Service service : registry.services()) {
      for (Datum datum : service.data()) {
        boolean theirs =
            datum.origin().equals(Origin.OWNER)
                ? heartbeat && peers.members().owner(service.key().name()) == from.member()
                : datum.origin().equals(from);
        if (theirs && !present.contains(datum.key()) && datum.removeIf(instance -> true)) {
          registry.changed(service);
        }
      }
    }
  }

  private void dropExpired() {
    peers.loop().after(PERIOD, this::dropExpired);
    for (Service service : registry.services()) {
      for (Datum datum : service.data()) {
        if (expired(datum.origin()) && service.drop(datum.origin())) {
          registry.changed(service);
        }
      }
    }
  }

  private boolean expired(Origin origin) {
    long now = peers.loop().millis();
    return !origin.equals(Origin.OWNER)
        && !origin.equals(self)
        && now - lastVerified.computeIfAbsent(origin, o -> now) > EXPIRED.toMillis();
  }
}
