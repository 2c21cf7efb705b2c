package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sends services that were written here to the other nodes, whole and after a delay, and again
 * until each has taken them. After Nacos 1.4's {@code DistroProtocol.sync}.
 */
final class Copies {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  private final Peers peers;
  private final Duration delay;
  private final Set<Service> dirty = new HashSet<>();
  private final Map<Integer, Set<Service>> owed = new HashMap<>();

  Copies(Peers peers, Duration delay) {
    this.peers = peers;
    this.delay = delay;
  }

  /** The service is copied as it is when the delay has passed. */
  void written(Service service) {
    if (dirty.add(service)) {
      peers
          .loop()
          .after(
              delay,
              () -> {
                dirty.remove(service);
                peers.forEach(member -> copy(service, member));
              });
    }
  }

  private void copy(Service service, int member) {
    ServiceKey key = service.key();
    List<Held> copies = service.copies();
    peers.send(
        member,
        TIMEOUT,
        peer -> peer.registry().replace(key, copies),
        failure -> copyLater(service, member));
  }

  private void copyLater(Service service, int member) {
    Set<Service> waiting = owed.computeIfAbsent(member, m -> new HashSet<>());
    if (waiting.add(service)) {
      peers
          .loop()
          .after(
              RETRY_DELAY,
              () -> {
                waiting.remove(service);
                copy(service, member);
              });
    }
  }
}
