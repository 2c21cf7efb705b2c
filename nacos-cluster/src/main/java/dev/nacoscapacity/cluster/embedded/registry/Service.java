package dev.nacoscapacity.cluster.embedded.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One node's copy of a service. Confined to the node's thread. */
public final class Service {

  private final ServiceKey key;
  private final Share beaten = new Share(this, Origin.OWNER);
  private final Map<Origin, Share> bound = new LinkedHashMap<>();
  private Map<InstanceKey, Held> merged;
  private long version;
  private String checksum;
  private long checksumVersion = -1;

  Service(ServiceKey key) {
    this.key = key;
  }

  public ServiceKey key() {
    return key;
  }

  /** Those kept alive by beats. */
  Share beaten() {
    return beaten;
  }

  Share share(Origin origin) {
    return origin.equals(Origin.OWNER)
        ? beaten
        : bound.computeIfAbsent(origin, o -> new Share(this, o));
  }

  /** The share, or null. */
  Share find(Origin origin) {
    return origin.equals(Origin.OWNER) ? beaten : bound.get(origin);
  }

  /** Forgets what an origin had, and tells whether that was anything. */
  boolean drop(Origin origin) {
    Share dropped = bound.remove(origin);
    boolean any = dropped != null && !dropped.instances().isEmpty();
    if (any) {
      changed();
    }
    return any;
  }

  List<Share> shares() {
    List<Share> all = new ArrayList<>(bound.values());
    all.add(beaten);
    return all;
  }

  /** Of all origins, each once. */
  public Collection<Held> instances() {
    return bound.isEmpty() ? beaten.instances() : merged().values();
  }

  public Held find(InstanceKey instance) {
    return bound.isEmpty() ? beaten.find(instance) : merged().get(instance);
  }

  private Map<InstanceKey, Held> merged() {
    if (merged == null) {
      merged = new LinkedHashMap<>();
      for (Share share : shares()) {
        share.instances().forEach(held -> merged.put(held.spec().key(), held));
      }
    }
    return merged;
  }

  public int healthyCount() {
    int count = 0;
    for (Held held : instances()) {
      count += held.healthy() ? 1 : 0;
    }
    return count;
  }

  /** Grows whenever an answer about this service would read differently. */
  public long version() {
    return version;
  }

  void changed() {
    version++;
    merged = null;
  }

  /** Over all instances and their health. */
  public String checksum() {
    if (checksumVersion != version) {
      checksum = Share.checksum(instances());
      checksumVersion = version;
    }
    return checksum;
  }
}
