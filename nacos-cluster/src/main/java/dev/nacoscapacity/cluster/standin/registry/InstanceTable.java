package dev.nacoscapacity.cluster.standin.registry;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Instances in the order of their arrival, with a running count and a running checksum. The nodes
 * of a process run on one thread and share a table until one of them writes to it ({@link Datum}
 * copies it then).
 */
final class InstanceTable {

  private final Map<InstanceKey, InstanceState> states;
  private int healthyCount;
  private long checksum;

  InstanceTable() {
    states = new LinkedHashMap<>();
  }

  private InstanceTable(InstanceTable other) {
    states = new LinkedHashMap<>(other.states);
    healthyCount = other.healthyCount;
    checksum = other.checksum;
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static InstanceTable of(List<InstanceState> states) {
    InstanceTable table = new InstanceTable();
    states.forEach(table::put);
    return table;
  }

  InstanceTable copy() {
    return new InstanceTable(this);
  }

  int size() {
    return states.size();
  }

  int healthyCount() {
    return healthyCount;
  }

  /** A sum over the instances and their health, independent of their order. */
  long checksum() {
    return checksum;
  }

  /** A view, which is to be read before the next write; in transfers between processes a list. */
  @JsonValue
  Collection<InstanceState> states() {
    return Collections.unmodifiableCollection(states.values());
  }

  /** The instance, or null. */
  InstanceState find(InstanceKey key) {
    return states.get(key);
  }

  /** Adds an instance, or replaces the instance with the same key, which keeps its place. */
  void put(InstanceState state) {
    InstanceState before = states.put(state.spec().key(), state);
    // A beat changes nothing that is counted.
    if (before == null || before.spec() != state.spec() || before.healthy() != state.healthy()) {
      count(before, -1);
      count(state, 1);
    }
  }

  /** Removes an instance; returns whether it was there. */
  boolean remove(InstanceKey key) {
    InstanceState removed = states.remove(key);
    count(removed, -1);
    return removed != null;
  }

  private void count(InstanceState state, int times) {
    if (state != null) {
      healthyCount += state.healthy() ? times : 0;
      checksum += times * hash(state);
    }
  }

  /** A hash of what nodes compare: everything but the time of the last beat. */
  private static long hash(InstanceState state) {
    InstanceSpec spec = state.spec();
    int hash =
        Objects.hash(
            spec.instanceId(), spec.weight(), spec.enabled(), spec.metadata(), state.healthy());
    // SplitMix64's, so that sums of neighbours do not cancel out.
    long mixed = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
    return mixed ^ mixed >>> 27;
  }
}
