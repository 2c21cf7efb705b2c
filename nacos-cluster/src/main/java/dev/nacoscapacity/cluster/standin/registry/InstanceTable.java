package dev.nacoscapacity.cluster.standin.registry;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;

/**
 * Instances in the order of their arrival, with a running count and a running checksum. The nodes
 * of a process run on one thread and share a table until one of them writes to it ({@link Datum}
 * copies it then).
 *
 * <p>In arrays, since most of what happens to instances are beats: one of them changes a number
 * where it stands, and an expiry check reads little but these numbers, which lie side by side.
 */
final class InstanceTable {

  /** A power of two, as all capacities. */
  private static final int FIRST_CAPACITY = 8;

  /** By place, in the order of arrival: as it was put, and null once it is removed. */
  private InstanceState[] states = {};

  /** By place: the last beat, in milliseconds. */
  private long[] beats = {};

  /**
   * One plus a place, at the hash of the instance's key, or behind that where others are. Twice as
   * many as places, so that none of them is far behind; 0 where there is none.
   */
  private int[] slots = {0};

  /** How many places are taken, those of removed instances included. */
  private int end;

  private int revision;
  private int size;
  private int healthyCount;
  private long checksum;

  /** No instance has a shorter one, in milliseconds. */
  private long shortestTimeout = Long.MAX_VALUE;

  InstanceTable() {}

  private InstanceTable(InstanceTable other) {
    states = other.states.clone();
    beats = other.beats.clone();
    slots = other.slots.clone();
    end = other.end;
    revision = other.revision;
    size = other.size;
    healthyCount = other.healthyCount;
    checksum = other.checksum;
    shortestTimeout = other.shortestTimeout;
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
    return size;
  }

  int healthyCount() {
    return healthyCount;
  }

  boolean allHealthy() {
    return healthyCount == size;
  }

  /** A sum over the instances and their health, independent of their order. */
  long checksum() {
    return checksum;
  }

  /** The instances as they are now; in transfers between processes a list, too. */
  @JsonValue
  List<InstanceState> states() {
    return states(beat -> true);
  }

  /** Those that may be overdue: without a beat for longer than the shortest timeout of any. */
  List<InstanceState> silent(long now) {
    return states(beat -> now - beat > shortestTimeout);
  }

  private List<InstanceState> states(LongPredicate lastBeat) {
    List<InstanceState> selected = new ArrayList<>();
    for (int place = 0; place < end; place++) {
      if (lastBeat.test(beats[place]) && states[place] != null) {
        selected.add(state(place));
      }
    }
    return selected;
  }

  /** The instance, or null. */
  InstanceState find(InstanceKey key) {
    int place = place(key);
    return place < 0 ? null : state(place);
  }

  /** Where an instance stands at this revision, or -1. */
  int place(InstanceKey key) {
    int mask = slots.length - 1;
    for (int slot = hash(key) & mask; slots[slot] > 0; slot = slot + 1 & mask) {
      int place = slots[slot] - 1;
      if (states[place] != null && states[place].spec().key().equals(key)) {
        return place;
      }
    }
    return -1;
  }

  /** What stands at a place. */
  InstanceSpec spec(int place) {
    return states[place].spec();
  }

  /** Changes whenever what stands at a place may be another. */
  int revision() {
    return revision;
  }

  private InstanceState state(int place) {
    InstanceState entry = states[place];
    return entry.lastBeat() == beats[place]
        ? entry
        : new InstanceState(entry.spec(), beats[place], entry.healthy());
  }

  /** Adds an instance, or replaces the instance with the same key, which keeps its place. */
  void put(InstanceState state) {
    int place = place(state.spec().key());
    revision++;
    if (place < 0) {
      if (end == states.length) {
        makeRoom();
      }
      place = end++;
      states[place] = state;
      enter(place);
      size++;
    } else {
      count(states[place], -1);
      states[place] = state;
    }
    count(state, 1);
    beats[place] = state.lastBeat();
    shortestTimeout =
        Math.min(
            shortestTimeout,
            Math.min(state.spec().beatTimeoutMillis(), state.spec().deleteTimeoutMillis()));
  }

  /** Records a beat of the instance at a place. */
  void beat(int place, long millis) {
    beats[place] = millis;
  }

  /** Removes an instance; returns whether it was there. */
  boolean remove(InstanceKey key) {
    int place = place(key);
    if (place >= 0) {
      count(states[place], -1);
      states[place] = null;
      revision++;
      size--;
    }
    return place >= 0;
  }

  /** Closes the gaps of removed instances, in arrays of twice the size where these are few. */
  private void makeRoom() {
    InstanceState[] formerStates = states;
    long[] formerBeats = beats;
    int capacity = Math.max(FIRST_CAPACITY, states.length);
    if (2 * size > capacity) {
      capacity *= 2;
    }
    states = new InstanceState[capacity];
    beats = new long[capacity];
    slots = new int[2 * capacity];
    end = 0;
    for (int place = 0; place < formerStates.length; place++) {
      if (formerStates[place] != null) {
        states[end] = formerStates[place];
        beats[end] = formerBeats[place];
        enter(end++);
      }
    }
  }

  private void enter(int place) {
    int mask = slots.length - 1;
    int slot = hash(states[place].spec().key()) & mask;
    while (slots[slot] > 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = place + 1;
  }

  /** Its last bits differ where any of the key's hash do. */
  private static int hash(InstanceKey key) {
    int mixed = key.hashCode() * 0x9E3779B9;
    return mixed ^ mixed >>> 16;
  }

  private void count(InstanceState state, int times) {
    healthyCount += state.healthy() ? times : 0;
    checksum += times * hash(state);
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
