package dev.nacoscapacity.cluster.embedded.registry;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;

/** An instance on one node: the shared description, and the node's own view of it. */
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

  /** An instance that lives as long as its connection, on the node that has the connection. */
  static InstanceState published(InstanceSpec spec, Publisher publisher) {
    return new InstanceState(spec, publisher, 0, true);
  }

  boolean publishedBy(Publisher other) {
    return publisher == other;
  }

  public InstanceSpec spec() {
    return spec;
  }

  public boolean healthy() {
    return healthy;
  }

  /** Whether that changed its health. */
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
   * Takes over the owner's description and time of the last beat, but not its view of the health.
   */
  void update(InstanceState owners) {
    spec = owners.spec;
    lastBeat = owners.lastBeat;
  }
}
