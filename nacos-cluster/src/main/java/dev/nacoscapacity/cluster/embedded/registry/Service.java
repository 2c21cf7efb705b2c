package dev.nacoscapacity.cluster.embedded.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One node's copy of a service. Confined to the node's thread. */
public final class Service {

  private final ServiceKey key;
  private final Datum heartbeat = new Datum(this, Origin.OWNER);
  private final Map<Origin, Datum> connections = new LinkedHashMap<>();
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

  /** The instances that are kept alive by heartbeats. */
  Datum heartbeat() {
    return heartbeat;
  }

  /** The origin's datum, made when there is none. */
  Datum datum(Origin origin) {
    return origin.equals(Origin.OWNER)
        ? heartbeat
        : connections.computeIfAbsent(origin, o -> new Datum(this, o));
  }

  /** The origin's datum, or null. */
  Datum find(Origin origin) {
    return origin.equals(Origin.OWNER) ? heartbeat : connections.get(origin);
  }

  /** Drops an origin's instances; whether there were any. */
  boolean drop(Origin origin) {
    Datum dropped = connections.remove(origin);
    boolean any = dropped != null && !dropped.instances().isEmpty();
    if (any) {
      changed();
    }
    return any;
  }

  /** Of all origins. */
  List<Datum> data() {
    List<Datum> all = new ArrayList<>(connections.values());
    all.add(heartbeat);
    return all;
  }

  /** Of all origins, each once. */
  public Collection<InstanceState> instances() {
    return connections.isEmpty() ? heartbeat.instances() : merged().values();
  }

  public InstanceState find(InstanceKey instance) {
    return connections.isEmpty() ? heartbeat.find(instance) : merged().get(instance);
  }

  private Map<InstanceKey, InstanceState> merged() {
    if (merged == null) {
      merged = new LinkedHashMap<>();
      for (Datum datum : data()) {
        datum.instances().forEach(instance -> merged.put(instance.spec().key(), instance));
      }
    }
    return merged;
  }

  public int healthyCount() {
    return (int) instances().stream().filter(InstanceState::healthy).count();
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
