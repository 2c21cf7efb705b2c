package dev.nacoscapacity.cluster.embedded.registry;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * Instances in columns, in the order of their arrival, with running counts and a running checksum.
 * The nodes of a process run on one thread and share a table until one of them writes to it ({@link
 * Datum} copies it then), so copies of instances cost no memory. A removed instance leaves its
 * place empty until the table is next packed.
 */
final class InstanceTable {

  private static final int FIRST_PLACES = 8;

  private InstanceSpec[] specs;
  private long[] beats;
  private boolean[] healthy;

  /**
   * A hash table of place + 1, with the hash in the upper bits, so that most other keys need not be
   * compared; 0 for an empty entry. Created when a key is first looked up.
   */
  private long[] index;

  private int places;
  private int size;
  private int healthyCount;
  private long checksum;
  private long shortestTimeout = Long.MAX_VALUE;

  InstanceTable() {
    this(FIRST_PLACES);
  }

  private InstanceTable(int capacity) {
    specs = new InstanceSpec[capacity];
    beats = new long[capacity];
    healthy = new boolean[capacity];
  }

  private InstanceTable(InstanceTable other) {
    specs = other.specs.clone();
    beats = other.beats.clone();
    healthy = other.healthy.clone();
    index = other.index == null ? null : other.index.clone();
    places = other.places;
    size = other.size;
    healthyCount = other.healthyCount;
    checksum = other.checksum;
    shortestTimeout = other.shortestTimeout;
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static InstanceTable of(List<InstanceState> states) {
    InstanceTable table = new InstanceTable(Math.max(FIRST_PLACES, states.size()));
    states.forEach(state -> table.put(state.spec(), state.lastBeat(), state.healthy()));
    return table;
  }

  /** The instances, for transfer between processes. */
  @JsonValue
  List<InstanceState> list() {
    return List.copyOf(states());
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

  /** A sum over the instances and their health, independent of their order. */
  long checksum() {
    return checksum;
  }

  /**
   * The number of places, used or empty; places do not change while the table is not written to.
   */
  int places() {
    return places;
  }

  /** Null where the place is empty. */
  InstanceSpec spec(int place) {
    return specs[place];
  }

  boolean healthy(int place) {
    return healthy[place];
  }

  long lastBeat(int place) {
    return beats[place];
  }

  InstanceState state(int place) {
    return new InstanceState(specs[place], beats[place], healthy[place]);
  }

  /**
   * Whether an instance has sent no beat for longer than the shortest timeout of any instance in
   * the table: a fast check that suffices for almost every instance in a scan.
   */
  boolean mayBeSilent(int place, long now) {
    return now - beats[place] > shortestTimeout;
  }

  void beat(int place, long millis) {
    beats[place] = millis;
  }

  /** Sets the health of an instance; returns whether it changed. */
  boolean setHealthy(int place, boolean now) {
    if (healthy[place] == now) {
      return false;
    }
    checksum += hash(specs[place], now) - hash(specs[place], !now);
    healthy[place] = now;
    healthyCount += now ? 1 : -1;
    return true;
  }

  /**
   * Adds an instance, or replaces the instance with the same key, which keeps its place.
   *
   * @return its place
   */
  int put(InstanceSpec spec, long beat, boolean isHealthy) {
    int place = find(spec.key());
    if (place >= 0) {
      uncount(place);
    } else {
      place = append(spec);
    }
    specs[place] = spec;
    beats[place] = beat;
    healthy[place] = isHealthy;
    size++;
    healthyCount += isHealthy ? 1 : 0;
    checksum += hash(spec, isHealthy);
    shortestTimeout =
        Math.min(shortestTimeout, Math.min(spec.beatTimeoutMillis(), spec.deleteTimeoutMillis()));
    return place;
  }

  void remove(int place) {
    uncount(place);
    specs[place] = null;
  }

  private void uncount(int place) {
    size--;
    healthyCount -= healthy[place] ? 1 : 0;
    checksum -= hash(specs[place], healthy[place]);
  }

  private int append(InstanceSpec spec) {
    if (places == specs.length) {
      int capacity = places + (places >> 1);
      specs = Arrays.copyOf(specs, capacity);
      beats = Arrays.copyOf(beats, capacity);
      healthy = Arrays.copyOf(healthy, capacity);
    }
    int place = places++;
    specs[place] = spec;
    if (2 * places > index.length) {
      index = null;
    } else {
      enter(place);
    }
    return place;
  }

  /** The instance's place, or -1. */
  int find(InstanceKey key) {
    if (index == null) {
      makeIndex();
    }
    int hash = hash(key);
    int mask = index.length - 1;
    for (int at = slot(hash); index[at] != 0; at = at + 1 & mask) {
      if ((int) (index[at] >>> Integer.SIZE) == hash) {
        int place = (int) index[at] - 1;
        InstanceSpec found = specs[place];
        // An emptied entry must not end the probing, since later keys may follow it.
        if (found != null && found.key().equals(key)) {
          return place;
        }
      }
    }
    return -1;
  }

  /** As {@link #find(InstanceKey)}, with the last known place as a hint. */
  int find(InstanceKey key, int before) {
    InstanceSpec found = before < places ? specs[before] : null;
    return found != null && found.key() == key ? before : find(key);
  }

  private void makeIndex() {
    // Large enough for twice the places before the index must be rebuilt.
    index = new long[Integer.highestOneBit(Math.max(FIRST_PLACES, places)) * 4];
    for (int place = 0; place < places; place++) {
      if (specs[place] != null) {
        enter(place);
      }
    }
  }

  private void enter(int place) {
    int hash = hash(specs[place].key());
    int mask = index.length - 1;
    int at = slot(hash);
    while (index[at] != 0) {
      at = at + 1 & mask;
    }
    index[at] = (long) hash << Integer.SIZE | place + 1;
  }

  /** Neighbouring ports must not become neighbouring slots. */
  private static int hash(InstanceKey key) {
    return key.hashCode() * 0x9E3779B9;
  }

  private int slot(int hash) {
    return hash >>> Integer.numberOfLeadingZeros(index.length - 1);
  }

  /** Whether more than half of the places are empty. */
  boolean sparse() {
    return places > FIRST_PLACES && places > 2 * size;
  }

  /**
   * The same instances without empty places.
   *
   * @param moved receives the old and the new place of each instance
   */
  InstanceTable packed(Moved moved) {
    InstanceTable packed = new InstanceTable(Math.max(FIRST_PLACES, size));
    for (int place = 0; place < places; place++) {
      if (specs[place] != null) {
        moved.from(place, packed.put(specs[place], beats[place], healthy[place]));
      }
    }
    return packed;
  }

  /** Listener for moved instances. */
  interface Moved {
    void from(int before, int after);
  }

  /** A view, which is to be read before the next write. */
  Collection<InstanceState> states() {
    return new AbstractCollection<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<InstanceState> iterator() {
        return new States();
      }
    };
  }

  private final class States implements Iterator<InstanceState> {

    private int next;

    @Override
    public boolean hasNext() {
      while (next < places && specs[next] == null) {
        next++;
      }
      return next < places;
    }

    @Override
    public InstanceState next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return state(next++);
    }
  }

  /** A hash of what nodes compare: everything but beat times. */
  private static long hash(InstanceSpec spec, boolean healthy) {
    long metadata = 0;
    if (!spec.metadata().isEmpty()) {
      for (Map.Entry<String, String> entry : spec.metadata().entrySet()) {
        metadata += mix(hash(entry.getKey()) + 31 * hash(entry.getValue()));
      }
    }
    long hash = mix(hash(spec.instanceId()) + metadata);
    hash = mix(hash + Double.doubleToLongBits(spec.weight()));
    return mix(hash + (spec.enabled() ? 1 : 0) + (healthy ? 2 : 0));
  }

  /** FNV-1a. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** SplitMix64's, so that sums of neighbours do not cancel out. */
  private static long mix(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
