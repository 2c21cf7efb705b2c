package dev.nacoscapacity.cluster.standin.registry;

import java.util.HashMap;
import java.util.Map;

/**
 * The instances of a service with the same origin: the unit that nodes copy to each other and
 * compare. Its table is shared with the copies that were sent or received until either side writes.
 * Confined to the node's thread.
 */
final class Datum {

  private final Service service;
  private final Origin origin;
  private InstanceTable table = new InstanceTable();
  private boolean shared;

  /** The connections that keep instances alive; on the node that has the connections. */
  private final Map<InstanceKey, Publisher> publishers = new HashMap<>(2);

  Datum(Service service, Origin origin) {
    this.service = service;
    this.origin = origin;
  }

  Service service() {
    return service;
  }

  Key key() {
    return new Key(service.key(), origin);
  }

  /** Names a datum on any node. */
  record Key(ServiceKey service, Origin origin) {

    /** Whether it holds the instances that are kept alive by heartbeats. */
    boolean heartbeat() {
      return origin.equals(Origin.OWNER);
    }
  }

  /** A copy of a datum for another node. */
  record Copy(Key datum, InstanceTable instances) {}

  Copy copy() {
    shared = true;
    return new Copy(key(), table);
  }

  /** The instances as they are now, to be read only, and before the next write. */
  InstanceTable table() {
    return table;
  }

  void put(InstanceSpec spec, long beat, boolean healthy) {
    writable().put(new InstanceState(spec, beat, healthy));
    service.changed();
  }

  /** Adds an instance that lives as long as its connection. */
  void publish(InstanceSpec spec, Publisher publisher) {
    put(spec, 0, true);
    publishers.put(spec.key(), publisher);
  }

  /** Removes an instance if that connection was the last to publish it. */
  void withdraw(InstanceKey instance, Publisher publisher) {
    if (publishers.remove(instance, publisher)) {
      remove(instance);
    }
  }

  /** Records a beat, after which the instance is healthy; returns whether it was not before. */
  boolean beat(Writes.Beat beat, long millis) {
    int place = beat.placeIn(table);
    if (place < 0) {
      return false;
    }
    writable().beat(place, millis);
    // While all are healthy, the instance itself need not be looked at, which would miss a cache.
    return !table.allHealthy() && setHealthy(beat.instance(), true);
  }

  /** Sets the health of an instance, if it is there; returns whether it changed. */
  boolean setHealthy(InstanceKey instance, boolean healthy) {
    InstanceState before = table.find(instance);
    if (before == null || before.healthy() == healthy) {
      return false;
    }
    put(before.spec(), before.lastBeat(), healthy);
    return true;
  }

  /** Removes an instance; returns whether it was there. */
  boolean remove(InstanceKey instance) {
    boolean registered = table.find(instance) != null && writable().remove(instance);
    if (registered) {
      service.changed();
    }
    return registered;
  }

  /** Removes all instances; returns whether there were any. */
  boolean clear() {
    boolean any = table.size() > 0;
    if (any) {
      adopt(new InstanceTable());
    }
    return any;
  }

  /**
   * Replaces the instances by those of the origin. The health of heartbeat instances that are known
   * here stays as it is, since writes do not carry it ({@code Cluster.updateIps}).
   */
  void replace(InstanceTable origins) {
    InstanceTable before = table;
    adopt(origins);
    if (key().heartbeat() && !(before.allHealthy() && origins.allHealthy())) {
      before
          .states()
          .forEach(registered -> setHealthy(registered.spec().key(), registered.healthy()));
    }
  }

  /** Replaces the instances and their health by those of the origin. */
  void adopt(InstanceTable origins) {
    table = origins;
    shared = true;
    publishers.clear();
    service.changed();
  }

  private InstanceTable writable() {
    if (shared) {
      table = table.copy();
      shared = false;
    }
    return table;
  }
}
