package dev.nacoscapacity.cluster.standin.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One node's copy of a service. Confined to the node's thread. */
public final class Service {

  private final ServiceKey key;
  private final Datum heartbeat = new Datum(this, Origin.OWNER);
  private final Map<Origin, Datum> connections = new LinkedHashMap<>(2);
  private long version;
  private int hosts;
  private int healthy;
  private long countedVersion = -1;

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

  /** The origin's datum, created when there is none. */
  Datum datum(Origin origin) {
    if (origin.equals(Origin.OWNER)) {
      return heartbeat;
    }
    return connections.computeIfAbsent(origin, o -> new Datum(this, o));
  }

  /** The origin's datum, or null. */
  Datum find(Origin origin) {
    return origin.equals(Origin.OWNER) ? heartbeat : connections.get(origin);
  }

  /** Drops an origin's instances; returns whether there were any. */
  boolean drop(Origin origin) {
    Datum dropped = connections.remove(origin);
    boolean any = dropped != null && dropped.table().size() > 0;
    if (any) {
      changed();
    }
    return any;
  }

  /** The origins whose instances are bound to connections. */
  Collection<Origin> origins() {
    return connections.keySet();
  }

  /** The data of all origins. */
  List<Datum> data() {
    List<Datum> all = new ArrayList<>(connections.values());
    all.add(heartbeat);
    return all;
  }

  /** The distinct instances of all origins; a view that must be read before the service changes. */
  public Collection<InstanceState> instances() {
    if (connections.isEmpty()) {
      return heartbeat.table().states();
    }
    Map<InstanceKey, InstanceState> merged = new LinkedHashMap<>();
    for (Datum datum : data()) {
      datum.table().states().forEach(instance -> merged.put(instance.spec().key(), instance));
    }
    return merged.values();
  }

  /** How many instances there are, disabled ones among them; at no cost until it changes. */
  public int hosts() {
    count();
    return hosts;
  }

  /** How many of {@link #hosts} are healthy. */
  public int healthyCount() {
    count();
    return healthy;
  }

  private void count() {
    if (countedVersion == version) {
      return;
    }
    countedVersion = version;
    if (connections.isEmpty()) {
      hosts = heartbeat.table().size();
      healthy = heartbeat.table().healthyCount();
      return;
    }
    // A client that has just reconnected to another node is published by both nodes.
    Map<InstanceKey, Boolean> distinct = new HashMap<>();
    for (Datum datum : data()) {
      datum.table().states().forEach(state -> distinct.put(state.spec().key(), state.healthy()));
    }
    hosts = distinct.size();
    healthy = Collections.frequency(distinct.values(), true);
  }

  /** Increases whenever an answer about this service would change. */
  public long version() {
    return version;
  }

  void changed() {
    version++;
  }
}
