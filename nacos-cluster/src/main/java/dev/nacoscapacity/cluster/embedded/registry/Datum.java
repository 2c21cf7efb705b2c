package dev.nacoscapacity.cluster.embedded.registry;

import java.util.Arrays;
import java.util.Collection;

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

  /**
   * The connections that keep instances alive, by place; null on all nodes but the one with the
   * connections.
   */
  private Publisher[] publishers;

  private long verified;

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
  record Key(ServiceKey service, Origin origin) {}

  /** A copy of a datum for another node. */
  record Copy(Key datum, InstanceTable instances) {}

  Copy copy() {
    if (table.sparse()) {
      pack();
    }
    shared = true;
    return new Copy(key(), table);
  }

  Origin origin() {
    return origin;
  }

  Collection<InstanceState> instances() {
    return table.states();
  }

  int size() {
    return table.size();
  }

  int healthyCount() {
    return table.healthyCount();
  }

  /** The table as it is now, to be read only. */
  InstanceTable table() {
    return table;
  }

  /** The instance's place, or -1. */
  int find(InstanceKey instance) {
    return table.find(instance);
  }

  /** The instance's place, with the last known place as a hint. */
  int find(InstanceKey instance, int before) {
    return table.find(instance, before);
  }

  /** The instance's place. */
  int put(InstanceSpec spec, long beat, boolean healthy) {
    if (table.sparse()) {
      pack();
    }
    service.changed();
    return writable().put(spec, beat, healthy);
  }

  /** Adds an instance that lives as long as its connection. */
  void publish(InstanceSpec spec, Publisher publisher) {
    int place = put(spec, 0, true);
    if (publishers == null || publishers.length <= place) {
      int length = place + 1 + (place >> 1);
      publishers = publishers == null ? new Publisher[length] : Arrays.copyOf(publishers, length);
    }
    publishers[place] = publisher;
  }

  /** Removes an instance if that connection was the last to publish it. */
  void withdraw(InstanceKey instance, Publisher publisher) {
    int place = table.find(instance);
    if (place >= 0
        && publishers != null
        && place < publishers.length
        && publishers[place] == publisher) {
      publishers[place] = null;
      removeAt(place);
    }
  }

  void beat(int place, long millis) {
    writable().beat(place, millis);
  }

  /** Sets the health of an instance; returns whether it changed. */
  boolean setHealthy(int place, boolean healthy) {
    if (table.healthy(place) == healthy) {
      return false;
    }
    writable().setHealthy(place, healthy);
    service.changed();
    return true;
  }

  boolean remove(InstanceKey instance) {
    int place = table.find(instance);
    if (place >= 0) {
      removeAt(place);
    }
    return place >= 0;
  }

  /** Leaves the places of the others as they are. */
  void removeAt(int place) {
    writable().remove(place);
    service.changed();
  }

  /** Removes all instances; returns whether there were any. */
  boolean clear() {
    boolean any = table.size() > 0;
    if (any) {
      adopt(new InstanceTable(), false);
    }
    return any;
  }

  /**
   * Replaces the instances by those of the origin. The health of heartbeat instances that are known
   * here stays as it is, since writes do not carry it ({@code Cluster.updateIps}).
   */
  void replace(InstanceTable origins) {
    InstanceTable before = table;
    adopt(origins, true);
    boolean known =
        !origin.equals(Origin.OWNER)
            || before == origins
            || before.size() == before.healthyCount() && origins.size() == origins.healthyCount();
    for (int place = 0; !known && place < origins.places(); place++) {
      InstanceSpec spec = origins.spec(place);
      int mine = spec == null ? -1 : before.find(spec.key());
      if (mine >= 0) {
        setHealthy(place, before.healthy(mine));
      }
    }
  }

  /** Replaces the instances and their health by those of the origin. */
  void replaceWithHealth(InstanceTable origins) {
    adopt(origins, true);
  }

  private void adopt(InstanceTable other, boolean withOthers) {
    table = other;
    shared = withOthers;
    publishers = null;
    service.changed();
  }

  private InstanceTable writable() {
    if (shared) {
      table = table.copy();
      shared = false;
    }
    return table;
  }

  private void pack() {
    Publisher[] before = publishers;
    Publisher[] after = before == null ? null : new Publisher[table.size()];
    table =
        table.packed(
            (from, to) -> {
              if (before != null && from < before.length) {
                after[to] = before[from];
              }
            });
    shared = false;
    publishers = after;
  }

  /** A checksum over the instances and their health, for comparing two nodes. */
  long checksum() {
    return table.checksum();
  }

  /** Records the last round of verification that contained this datum. */
  void verified(long round) {
    verified = round;
  }

  boolean verifiedIn(long round) {
    return verified == round;
  }
}
