package dev.nacoscapacity.cluster.embedded.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One node's copy of a service. Confined to the node's thread. */
public final class Service {

  private final ServiceKey key;
  private final Datum beaten = new Datum(this, Origin.OWNER);
  private final Map<Origin, Datum> bound = new LinkedHashMap<>();
  private Map<InstanceKey, InstanceState> merged;
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
  Datum beaten() {
    return beaten;
  }

  Datum share(Origin origin) {
    return origin.equals(Origin.OWNER)
        ? beaten
        : bound.computeIfAbsent(origin, o -> new Datum(this, o));
  }

  /** The share, or null. */
  Datum find(Origin origin) {
    return origin.equals(Origin.OWNER) ? beaten : bound.get(origin);
  }

  /** Forgets what an origin had, and tells whether that was anything. */
  boolean drop(Origin origin) {
    Datum dropped = bound.remove(origin);
    boolean any = dropped != null && !dropped.instances().isEmpty();
    if (any) {
      changed();
    }
    return any;
  }

  List<Datum> shares() {
    List<Datum> all = new ArrayList<>(bound.values());
    all.add(beaten);
    return all;
  }

  /** Of all origins, each once. */
  public Collection<InstanceState> instances() {
    return bound.isEmpty() ? beaten.instances() : merged().values();
  }

  public InstanceState find(InstanceKey instance) {
    return bound.isEmpty() ? beaten.find(instance) : merged().get(instance);
  }

  private Map<InstanceKey, InstanceState> merged() {
    if (merged == null) {
      merged = new LinkedHashMap<>();
      for (Datum share : shares()) {
        share.instances().forEach(held -> merged.put(held.spec().key(), held));
      }
    }
    return merged;
  }

  public int healthyCount() {
    int count = 0;
    for (InstanceState held : instances()) {
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
      checksum = Datum.checksum(instances());
      checksumVersion = version;
    }
    return checksum;
  }
}
