package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every 5 s a node sends the others the checksums of the data that it is responsible for, and they
 * fetch the data that differ. This repairs lost deliveries of {@link DistroSync}, and also
 * transfers health. Data bound to connections of a node from which nothing came for three minutes
 * are dropped. After Nacos 1.4's {@code DistroVerifyTask} and {@code ServiceReporter}, which
 * compare instances and health apart, and Nacos 2's {@code
 * ConnectionBasedClientManager.ExpiredClientCleaner}.
 */
final class DistroVerify {

  static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration EXPIRED = Duration.ofMinutes(3);

  private final Peers peers;
  private final Registry registry;
  private final Origin self;
  private final SnapshotLoad load;

  /** When each origin was last verified, in milliseconds. */
  private final Map<Origin, Long> lastVerified = new HashMap<>();

  private long rounds;

  /** Data by responsible node; regrouped when the responsibility may have changed. */
  private final Map<Integer, List<Datum>> byOwner = new HashMap<>();

  private final Map<Origin, List<Datum>> byOrigin = new HashMap<>();
  private long sortedMade;
  private long sortedMembers;

  DistroVerify(Peers peers, Registry registry, Origin self, SnapshotLoad load) {
    this.peers = peers;
    this.registry = registry;
    this.self = self;
    this.load = load;
  }

  void start(Duration first) {
    if (peers.any()) {
      peers.loop().after(first, this::send);
    }
    peers.loop().after(first, this::dropExpired);
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

    record Checksum(Datum.Key datum, long checksum) {}

    @Override
    public Kind kind() {
      return Kind.VERIFY;
    }

    @Override
    public int items() {
      return checksums.size();
    }

    @Override
    public Boolean at(NamingNode receiver) {
      receiver.verify().received(from, checksums);
      return true;
    }
  }

  /** Fetches the data that differ. */
  record Query(List<Datum.Key> data) implements PeerCall<List<Datum.Copy>> {

    @Override
    public Kind kind() {
      return Kind.SNAPSHOT;
    }

    @Override
    public int asked(NamingNode receiver) {
      return receiver.registry().hosts(data);
    }

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

  private void received(Origin from, List<Verify.Checksum> checksums) {
    lastVerified.put(from, peers.loop().millis());
    long round = ++rounds;
    // The two nodes may disagree on owners: then neither's heartbeat instances replace the other's.
    boolean disputed =
        checksums.stream()
            .map(Verify.Checksum::datum)
            .anyMatch(
                key ->
                    key.origin().equals(Origin.OWNER)
                        && peers.members().responsible(key.service().name()));
    List<Datum.Key> differing = new ArrayList<>();
    for (Verify.Checksum theirs : checksums) {
      if (disputed && theirs.datum().origin().equals(Origin.OWNER)) {
        continue;
      }
      Datum mine = registry.find(theirs.datum());
      if (mine != null) {
        mine.verified(round);
      }
      if (mine == null || mine.checksum() != theirs.checksum()) {
        differing.add(theirs.datum());
      }
    }
    removeOthers(from, round, !disputed);
    if (!differing.isEmpty()) {
      peers.send(from.member(), TIMEOUT, new Query(differing), registry::load, failure -> {});
    }
  }

  /** Empties the data which the other node is responsible for and no longer has. */
  private void removeOthers(Origin from, long round, boolean heartbeat) {
    if (sortedMade != registry.made() || sortedMembers != peers.members().version()) {
      sort();
    }
    if (heartbeat) {
      byOwner.getOrDefault(from.member(), List.of()).forEach(datum -> clear(datum, round));
    }
    byOrigin.getOrDefault(from, List.of()).forEach(datum -> clear(datum, round));
  }

  private void clear(Datum datum, long round) {
    if (!datum.verifiedIn(round) && datum.clear()) {
      registry.changed(datum.service());
    }
  }

  private void sort() {
    byOwner.clear();
    byOrigin.clear();
    for (Service service : registry.services()) {
      byOwner
          .computeIfAbsent(peers.members().owner(service.key().name()), o -> new ArrayList<>())
          .add(service.heartbeat());
      for (Origin origin : service.origins()) {
        byOrigin.computeIfAbsent(origin, o -> new ArrayList<>()).add(service.find(origin));
      }
    }
    sortedMade = registry.made();
    sortedMembers = peers.members().version();
  }

  private void dropExpired() {
    peers.loop().after(PERIOD, this::dropExpired);
    for (Service service : registry.services()) {
      if (service.origins().isEmpty()) {
        continue;
      }
      for (Origin origin : List.copyOf(service.origins())) {
        if (expired(origin)) {
          byOrigin.remove(origin);
          if (service.drop(origin)) {
            registry.changed(service);
          }
        }
      }
    }
  }

  private boolean expired(Origin origin) {
    long now = peers.loop().millis();
    return !origin.equals(self)
        && now - lastVerified.computeIfAbsent(origin, o -> now) > EXPIRED.toMillis();
  }
}
