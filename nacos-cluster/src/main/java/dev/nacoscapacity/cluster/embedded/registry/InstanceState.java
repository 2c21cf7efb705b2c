package dev.nacoscapacity.cluster.embedded.registry;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;

/** An instance as one node holds it: the shared description, and the node's own view of it. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class InstanceState {

  private InstanceSpec spec;
  private final transient Publisher publisher;
  private long lastBeat;
  private boolean healthy;

  @JsonCreator
  InstanceState(
      @JsonProperty("spec") InstanceSpec spec,
      @JsonProperty("lastBeat") long lastBeat,
      @JsonProperty("healthy") boolean healthy) {
    this(spec, null, lastBeat, healthy);
  }

  private InstanceState(InstanceSpec spec, Publisher publisher, long lastBeat, boolean healthy) {
    this.spec = spec;
    this.publisher = publisher;
    this.lastBeat = lastBeat;
    this.healthy = healthy;
  }

  /** An instance that needs no beats, on the node with its connection. */
  static InstanceState bound(InstanceSpec spec, Publisher publisher) {
    return new InstanceState(spec, publisher, 0, true);
  }

  boolean publishedBy(Publisher one) {
    return publisher == one;
  }

  public InstanceSpec spec() {
    return spec;
  }

  public boolean healthy() {
    return healthy;
  }

  boolean setHealthy(boolean now) {
    boolean changed = healthy != now;
    healthy = now;
    return changed;
  }

  void beat(long millis) {
    lastBeat = millis;
  }

  boolean silentFor(long limitMillis, long nowMillis) {
    return nowMillis - lastBeat > limitMillis;
  }

  InstanceState copy() {
    return new InstanceState(spec, lastBeat, healthy);
  }

  /**
   * Takes over the owner's description and time of the last beat, but not its view of the health:
   * that travels by itself, as in Nacos ({@code Cluster.updateIps}).
   */
  void update(InstanceState owners) {
    spec = owners.spec;
    lastBeat = owners.lastBeat;
  }
}
