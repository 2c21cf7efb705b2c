package dev.nacoscapacity.core.stats;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The counts of a node, from its lists and from its answers to the fleet's calls. Numbers of
 * instances unless the description says otherwise.
 */
public enum RegistryCount implements Figure {
  EXPECTED("expected", "instances acknowledged and due", Fold.MAX, Fold.MAX),
  /** Unknown in a second without a current read of every service on the node. */
  PRESENT("present", "instances listed, whoever they are", Fold.MIN, Fold.MIN),
  /** Unknown in a second without a current read of every service on the node. */
  HEALTHY("healthy", "instances listed as healthy", Fold.MIN, Fold.MIN),
  MISSING("missing", "instances acknowledged and due, absent", Fold.MAX, Fold.MAX),
  UNHEALTHY("unhealthy", "instances acknowledged and due, listed, not healthy", Fold.MAX, Fold.MAX),
  UNKNOWN_INSTANCE_BEATS(
      "unknownInstanceBeats",
      "beats of acknowledged instances that were answered \"unknown instance\" (20404)",
      Fold.SUM,
      Fold.SUM),
  STALE("stale", "instances deregistered or not ours, still listed", Fold.MAX, Fold.MAX),
  DIVERGENT(
      "divergent",
      "services, not instances, about which nodes have disagreed for too long and which this node"
          + " lists wrongly",
      Fold.MAX,
      Fold.MAX),
  UNKNOWN(
      "unknown", "instances of services whose list went unread for too long", Fold.MAX, Fold.MAX),
  DROPS(
      "drops",
      "times that the node began to list an instance as missing or unhealthy although it kept"
          + " beating",
      Fold.SUM,
      Fold.MAX),
  SERVED("served", "calls that the node answered as it should", Fold.SUM, Fold.SUM);

  /** Counts in tables; the others are only meaningful beside the other figures of a second. */
  public static final List<RegistryCount> IN_TABLES =
      Stream.of(values()).filter(figure -> figure != DROPS && figure != SERVED).toList();

  /** Counts with an upper bound. Drops are judged once for each instance, not for each node. */
  public static final Set<RegistryCount> JUDGED =
      Collections.unmodifiableSet(
          EnumSet.of(MISSING, UNHEALTHY, UNKNOWN_INSTANCE_BEATS, STALE, DIVERGENT, UNKNOWN));

  /** Counts of what a node lost, as it does when beats come too late. */
  public static final Set<RegistryCount> LOSSES =
      Collections.unmodifiableSet(
          EnumSet.of(MISSING, UNHEALTHY, UNKNOWN_INSTANCE_BEATS, DIVERGENT));

  private final Definition definition;
  private final Fold acrossNodes;

  /** Different parts of a fleet have no instance in common, so their values are added. */
  RegistryCount(String column, String description, Fold overTime, Fold acrossNodes) {
    this.definition = new Definition(column, description, Fold.SUM, overTime);
    this.acrossNodes = acrossNodes;
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** The short name for narrow columns. */
  public String heading() {
    return switch (this) {
      case UNKNOWN_INSTANCE_BEATS -> "unk.beats";
      case UNKNOWN -> "unread";
      default -> column();
    };
  }

  /** How the values of several nodes are combined: the worst node, or the sum. */
  public Fold acrossNodes() {
    return acrossNodes;
  }

  /** Whether any value above 0 is a fault. */
  public boolean isFault() {
    return this == DROPS || JUDGED.contains(this);
  }
}
