package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Every 5 s a node tells the others the checksums of the services it owns, and they fetch what
 * differs: this mends what copies missed, and carries health. After Nacos 1.4's {@code
 * DistroVerifyTask} and {@code ServiceReporter}, which compare instances and health apart.
 */
final class Comparison {

  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Peers peers;
  private final Registry registry;

  Comparison(Peers peers, Registry registry) {
    this.peers = peers;
    this.registry = registry;
  }

  void start() {
    if (peers.any()) {
      peers.loop().after(PERIOD, this::tell);
    }
  }

  private void tell() {
    peers.loop().after(PERIOD, this::tell);
    Members members = peers.members();
    Map<ServiceKey, String> checksums = new LinkedHashMap<>();
    for (Service service : registry.services()) {
      if (members.responsible(service.key().name())) {
        checksums.put(service.key(), service.checksum());
      }
    }
    peers.forEach(
        member ->
            peers.send(
                member,
                TIMEOUT,
                peer -> peer.comparison().hear(members.self(), checksums),
                failure -> {}));
  }

  private void hear(int from, Map<ServiceKey, String> checksums) {
    Members members = peers.members();
    Set<ServiceKey> differing = new HashSet<>();
    for (Map.Entry<ServiceKey, String> theirs : checksums.entrySet()) {
      if (members.responsible(theirs.getKey().name())) {
        return; // The two nodes disagree on who owns what: nothing can be learned now.
      }
      Service mine = registry.find(theirs.getKey());
      if (mine == null || !mine.checksum().equals(theirs.getValue())) {
        differing.add(theirs.getKey());
      }
    }
    for (Service mine : registry.services()) {
      if (members.owner(mine.key().name()) == from
          && !checksums.containsKey(mine.key())
          && mine.removeIf(held -> true)) {
        registry.changed(mine);
      }
    }
    if (!differing.isEmpty()) {
      peers.send(
          from,
          TIMEOUT,
          owner -> {
            Snapshot snapshot = owner.registry().snapshot(differing);
            peers.answer(() -> registry.takeOver(snapshot));
          },
          failure -> {});
    }
  }
}
