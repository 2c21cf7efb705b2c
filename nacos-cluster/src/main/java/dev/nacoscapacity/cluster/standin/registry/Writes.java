package dev.nacoscapacity.cluster.standin.registry;

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
   * A beat of an instance, answered as by {@link NamingNode#beat}.
   *
   * @param full the instance that a full beat describes, null for a light beat
   */
  public record Beat(ServiceKey service, InstanceKey instance, InstanceSpec full)
      implements PeerCall<Long> {

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
