package dev.nacoscapacity.reports.stats;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is counted of a node, by what it lists and by what the fleet's calls were answered. Numbers
 * of instances unless the description says otherwise.
 */
public enum RegistryCount implements Figure {
  EXPECTED("expected", "instances acknowledged and due", Fold.MAX, Fold.MAX),
  /** Unknown while a service of the node went unread. */
  PRESENT("present", "instances listed, whoever they are", Fold.MIN, Fold.MIN),
  /** Unknown while a service of the node went unread. */
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

  /** Those that tables show: the others need a second's context to mean something. */
  public static final List<RegistryCount> IN_TABLES =
      Stream.of(values()).filter(figure -> figure != DROPS && figure != SERVED).toList();

  /** Of what no more may be than a bound allows. Drops are judged once an instance, not by node. */
  public static final Set<RegistryCount> JUDGED =
      Collections.unmodifiableSet(
          EnumSet.of(MISSING, UNHEALTHY, UNKNOWN_INSTANCE_BEATS, STALE, DIVERGENT, UNKNOWN));

  private final String column;
  private final String description;
  private final Fold overTime;
  private final Fold acrossNodes;

  RegistryCount(String column, String description, Fold overTime, Fold acrossNodes) {
    this.column = column;
    this.description = description;
    this.overTime = overTime;
    this.acrossNodes = acrossNodes;
  }

  @Override
  public String column() {
    return column;
  }

  @Override
  public String description() {
    return description;
  }

  /** Parts of a fleet have no instance in common. */
  @Override
  public Fold acrossShards() {
    return Fold.SUM;
  }

  @Override
  public Fold overTime() {
    return overTime;
  }

  /** Its name where columns are narrow. */
  public String heading() {
    return switch (this) {
      case UNKNOWN_INSTANCE_BEATS -> "unk.beats";
      case UNKNOWN -> "unread";
      default -> column;
    };
  }

  /** How the values of several nodes become one: the worst node, or the sum of all. */
  public Fold acrossNodes() {
    return acrossNodes;
  }

  /** Whether any of it is a fault. */
  public boolean isFault() {
    return this == DROPS || JUDGED.contains(this);
  }
}
