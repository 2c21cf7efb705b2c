package dev.nacoscapacity.cluster.embedded.registry;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;

/** Writes to heartbeat instances, which only the owner of their service may do. */
public final class Writes {

  private Writes() {}

  /** Adds an instance or replaces it. */
  public record Register(ServiceKey service, InstanceSpec spec, boolean healthy)
      implements PeerCall<Boolean> {

    @Override
    public Kind kind() {
      return Kind.WRITE;
    }

    @Override
    public Boolean at(NamingNode owner) {
      owner.register(service, spec, healthy);
      return true;
    }
  }

  /** Removes an instance if it is there. */
  public record Deregister(ServiceKey service, InstanceKey instance) implements PeerCall<Boolean> {

    @Override
    public Kind kind() {
      return Kind.WRITE;
    }

    @Override
    public Boolean at(NamingNode owner) {
      owner.deregister(service, instance);
      return true;
    }
  }

  /**
   * A beat of an instance, answered as by {@link NamingNode#beat}. A client in this process may
   * reuse the object.
   */
  @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
  public static final class Beat implements PeerCall<Long> {

    private final ServiceKey service;
    private final InstanceKey instance;
    private final InstanceSpec full;

    /** The last known place of the instance at its owner: a hint that saves most look-ups. */
    private transient int place;

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

    ServiceKey service() {
      return service;
    }

    InstanceKey instance() {
      return instance;
    }

    InstanceSpec full() {
      return full;
    }

    /** The instance's place in a datum, or -1. */
    int placeIn(Datum datum) {
      int found = datum.find(instance, place);
      place = Math.max(0, found);
      return found;
    }

    @Override
    public Kind kind() {
      return Kind.WRITE;
    }

    @Override
    public Long at(NamingNode owner) {
      return owner.beat(this);
    }
  }

  /** A write that was forwarded to the owner. */
  public record Forwarded<T>(String groupedName, PeerCall<T> write)
      implements PeerCall<Outcome<T>> {

    @Override
    public Kind kind() {
      return Kind.WRITE;
    }

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
