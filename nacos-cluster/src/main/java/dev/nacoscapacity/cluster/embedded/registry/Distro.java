package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * How a node's writes reach the other nodes: copies after a delay, a comparison of checksums every
 * 5 s which mends what the copies missed and carries health, and the load of everything at the
 * start. After Nacos 1.4's Distro protocol and {@code ServiceReporter}.
 */
final class Distro {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);
  private static final Duration VERIFY_PERIOD = Duration.ofSeconds(5);
  private static final Duration LOAD_RETRY_DELAY = Duration.ofSeconds(30);

  private final Loop loop;
  private final Network network;
  private final Members members;
  private final Registry registry;
  private final Duration copyDelay;
  private final Set<Service> dirty = new HashSet<>();
  private final Map<Integer, Set<Service>> owed = new HashMap<>();
  private boolean loaded;

  Distro(Loop loop, Network network, Members members, Registry registry, Duration copyDelay) {
    this.loop = loop;
    this.network = network;
    this.members = members;
    this.registry = registry;
    this.copyDelay = copyDelay;
  }

  void start() {
    if (members.count() > 1) {
      loop.after(VERIFY_PERIOD, this::verify);
      load(0);
    }
  }

  /** The service is copied to the other nodes as it is when the delay has passed. */
  void written(Service service) {
    if (dirty.add(service)) {
      loop.after(
          copyDelay,
          () -> {
            dirty.remove(service);
            forEachOther(member -> copy(service, member));
          });
    }
  }

  private void copy(Service service, int member) {
    ServiceKey key = service.key();
    List<Held> copies = service.copies();
    network.send(
        loop,
        member,
        TIMEOUT,
        peer -> peer.distro().replace(key, copies),
        failure -> copyLater(service, member));
  }

  private void copyLater(Service service, int member) {
    Set<Service> waiting = owed.computeIfAbsent(member, m -> new HashSet<>());
    if (waiting.add(service)) {
      loop.after(
          RETRY_DELAY,
          () -> {
            waiting.remove(service);
            copy(service, member);
          });
    }
  }

  private void replace(ServiceKey key, List<Held> copies) {
    Service service = registry.obtain(key);
    service.replace(copies);
    registry.changed(service);
  }

  private void verify() {
    loop.after(VERIFY_PERIOD, this::verify);
    Map<ServiceKey, String> checksums = new LinkedHashMap<>();
    for (Service service : registry.services()) {
      if (members.responsible(service.key().name())) {
        checksums.put(service.key(), service.checksum());
      }
    }
    int self = members.self();
    forEachOther(
        member ->
            network.send(
                loop,
                member,
                TIMEOUT,
                peer -> peer.distro().compare(self, checksums),
                failure -> {}));
  }

  private void compare(int from, Map<ServiceKey, String> checksums) {
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
      fetch(from, differing);
    }
  }

  private void fetch(int from, Set<ServiceKey> keys) {
    network.send(
        loop,
        from,
        TIMEOUT,
        owner -> {
          Map<ServiceKey, List<Held>> copies = owner.distro().copies(keys);
          loop.execute(() -> takeOver(copies));
        },
        failure -> {});
  }

  private Map<ServiceKey, List<Held>> copies(Iterable<ServiceKey> keys) {
    Map<ServiceKey, List<Held>> copies = new LinkedHashMap<>();
    for (ServiceKey key : keys) {
      copies.put(key, registry.find(key).copies());
    }
    return copies;
  }

  /** Health as well: here the owner knows best. */
  private void takeOver(Map<ServiceKey, List<Held>> copies) {
    copies.forEach(
        (key, owners) -> {
          Service service = registry.obtain(key);
          service.replace(owners);
          owners.forEach(held -> service.find(held.spec().key()).setHealthy(held.healthy()));
          registry.changed(service);
        });
  }

  /** Asks the nodes one after the other until one answers. */
  private void load(int member) {
    if (loaded) {
      return;
    }
    if (member == members.count()) {
      loop.after(LOAD_RETRY_DELAY, () -> load(0));
    } else if (member == members.self()) {
      load(member + 1);
    } else {
      network.send(
          loop,
          member,
          TIMEOUT,
          peer -> {
            Map<ServiceKey, List<Held>> all = peer.distro().everything();
            loop.execute(
                () -> {
                  if (!loaded) {
                    loaded = true;
                    // What is known here by now is newer.
                    all.keySet().removeIf(key -> registry.find(key) != null);
                    takeOver(all);
                  }
                });
          },
          failure -> load(member + 1));
    }
  }

  private Map<ServiceKey, List<Held>> everything() {
    return copies(registry.services().stream().map(Service::key).toList());
  }

  private void forEachOther(IntConsumer action) {
    for (int member = 0; member < members.count(); member++) {
      if (member != members.self()) {
        action.accept(member);
      }
    }
  }
}
