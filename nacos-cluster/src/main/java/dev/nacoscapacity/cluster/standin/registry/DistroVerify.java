package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
          checksums.add(new Verify.Checksum(datum.key(), datum.table().checksum()));
        }
      }
    }
    Verify verify = new Verify(self, checksums);
    peers.forEach(member -> peers.send(member, TIMEOUT, verify, answer -> {}, failure -> {}));
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
    public int itemsAt(NamingNode receiver) {
      return receiver.registry().hosts(data);
    }

    @Override
    public List<Datum.Copy> at(NamingNode receiver) {
      return receiver.registry().snapshot(data);
    }
  }

  private boolean isResponsible(Datum datum) {
    return datum.key().heartbeat()
        ? peers.members().responsible(datum.service().key().name())
        : datum.key().origin().equals(self);
  }

  private void received(Origin from, List<Verify.Checksum> checksums) {
    lastVerified.put(from, peers.loop().millis());
    Set<Datum.Key> checksum =
        checksums.stream().map(Verify.Checksum::datum).collect(Collectors.toSet());
    // The two nodes may disagree on owners: then neither's heartbeat instances replace the other's.
    boolean disputed =
        checksum.stream()
            .anyMatch(key -> key.heartbeat() && peers.members().responsible(key.service().name()));
    List<Datum.Key> differing =
        checksums.stream()
            .filter(each -> !(disputed && each.datum().heartbeat()) && differs(each))
            .map(Verify.Checksum::datum)
            .toList();
    removeOthers(from, checksum, disputed);
    if (!differing.isEmpty()) {
      peers.send(from.member(), TIMEOUT, new Query(differing), registry::load, failure -> {});
    }
  }

  private boolean differs(Verify.Checksum checksum) {
    Datum datum = registry.find(checksum.datum());
    return datum == null || datum.table().checksum() != checksum.checksum();
  }

  /** Empties the data which the other node is responsible for and no longer has. */
  private void removeOthers(Origin from, Set<Datum.Key> checksum, boolean disputed) {
    for (Service service : registry.services()) {
      for (Datum datum : service.data()) {
        boolean itsOwn =
            datum.key().heartbeat()
                ? !disputed && peers.members().owner(service.key().name()) == from.member()
                : datum.key().origin().equals(from);
        if (itsOwn && !checksum.contains(datum.key()) && datum.clear()) {
          registry.changed(service);
        }
      }
    }
  }

  private void dropExpired() {
    peers.loop().after(PERIOD, this::dropExpired);
    for (Service service : registry.services()) {
      for (Origin origin : List.copyOf(service.origins())) {
        if (expired(origin) && service.drop(origin)) {
          registry.changed(service);
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
