package dev.nacoscapacity.cluster.standin.registry;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;

/** Writes to heartbeat instances, which only the owner of their service may do. */
public final class Writes {

  private Writes() {}

  /** Adds an instance or replaces it. */
  public record Register(ServiceKey service, InstanceSpec spec, boolean healthy)
      implements PeerCall<Boolean> {

    @Override
    public Boolean at(NamingNode owner) {
      owner.register(service, spec, healthy);
      return true;
    }
  }

  /** Removes an instance if it is there. */
  public record Deregister(ServiceKey service, InstanceKey instance) implements PeerCall<Boolean> {

    @Override
    public Boolean at(NamingNode owner) {
      owner.deregister(service, instance);
      return true;
    }
  }

  /**
   * A beat of an instance, answered as by {@link NamingNode#beat}. One that is sent again remembers
   * its instance's place, since a look-up among a million instances misses every cache.
   */
  public static final class Beat implements PeerCall<Long> {

    private final ServiceKey service;
    private final InstanceKey instance;
    private final InstanceSpec full;

    // What was found the last time, and where.
    private Registry registry;
    private Datum datum;
    private InstanceTable table;
    private int revision;
    private int place;
    private long intervalMillis;

    /**
     * @param full the instance that a full beat describes, null for a light beat
     */
    @JsonCreator
    public Beat(
        @JsonProperty("service") ServiceKey service,
        @JsonProperty("instance") InstanceKey instance,
        @JsonProperty("full") InstanceSpec full) {
      this.service = service;
      this.instance = instance;
      this.full = full;
    }

    /** The service of the instance. */
    @JsonProperty
    public ServiceKey service() {
      return service;
    }

    /** Which instance beats. */
    @JsonProperty
    public InstanceKey instance() {
      return instance;
    }

    /** The instance that a full beat describes, null for a light beat. */
    @JsonProperty
    public InstanceSpec full() {
      return full;
    }

    /** The instances of its service that a node keeps alive by heartbeats; null if it has none. */
    Datum in(Registry of) {
      if (registry != of) {
        Service found = of.find(service);
        if (found == null) {
          return null;
        }
        registry = of;
        datum = found.heartbeat();
      }
      return datum;
    }

    /** Where its instance stands in a table, or -1. */
    int placeIn(InstanceTable of) {
      if (table != of || revision != of.revision()) {
        table = of;
        revision = of.revision();
        place = of.place(instance);
        intervalMillis = place < 0 ? 0 : of.spec(place).beatIntervalMillis();
      }
      return place;
    }

    /** The interval at which the instance that was found must beat, in milliseconds. */
    long intervalMillis() {
      return intervalMillis;
    }

    @Override
    public Long at(NamingNode owner) {
      return owner.beat(this);
    }
  }

  /** A write that was forwarded to the owner. */
  public record ForwardedWrite<T>(String groupedName, PeerCall<T> write)
      implements PeerCall<Outcome<T>> {

    @Override
    public Outcome<T> at(NamingNode owner) {
      return owner.members().responsible(groupedName)
          ? new Outcome<>(true, write.at(owner))
          : new Outcome<>(false, null);
    }
  }

  /**
   * The outcome of a forwarded write.
   *
   * @param taken false if the node that received it does not consider itself the owner
   */
  public record Outcome<T>(boolean taken, T answer) {}
}
