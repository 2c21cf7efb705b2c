package dev.nacoscapacity.core.stats;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Collection;
import java.util.Map;

/** What one node lists of the fleet, in one second or at its worst in a longer period. */
public final class RegistryStats extends Counts<RegistryCount> {

  private static final RegistryCount[] FIGURES = RegistryCount.values();

  public RegistryStats() {
    super(FIGURES);
  }

  /** Parses the result of {@link #columns}; unknown columns are ignored. */
  @JsonCreator
  public static RegistryStats of(Map<String, Long> columns) {
    RegistryStats stats = new RegistryStats();
    stats.set(columns);
    return stats;
  }

  /** The values of the worst node, and sums for figures that add up over nodes. */
  public static RegistryStats worst(Collection<RegistryStats> nodes) {
    RegistryStats worst = new RegistryStats();
    nodes.forEach(node -> worst.combine(node, RegistryCount::acrossNodes));
    return worst;
  }

  /**
   * Adds what the same node lists of another part of the fleet at the same time. The number of
   * listed instances is unknown for both parts when it is unknown for one.
   */
  public void add(RegistryStats other) {
    boolean listed = has(RegistryCount.PRESENT) && other.has(RegistryCount.PRESENT);
    combine(other, RegistryCount::acrossShards);
    if (!listed) {
      forget(RegistryCount.PRESENT);
      forget(RegistryCount.HEALTHY);
    }
  }

  /** The same figures with no {@link RegistryCount#LOSSES loss} in them. */
  public RegistryStats withoutLosses() {
    RegistryStats others = new RegistryStats();
    others.append(this);
    RegistryCount.LOSSES.forEach(figure -> others.set(figure, 0L));
    return others;
  }

  /** Adds what the node lists in the next period: the worse of the known values. */
  public void append(RegistryStats next) {
    combine(next, RegistryCount::overTime);
  }
}
