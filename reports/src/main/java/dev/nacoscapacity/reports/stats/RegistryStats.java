package dev.nacoscapacity.reports.stats;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one node lists of the fleet, in a second or at its worst in a stretch of time. */
public final class RegistryStats extends Counts<RegistryCount> {

  private static final RegistryCount[] FIGURES = RegistryCount.values();

  public RegistryStats() {
    super(FIGURES);
  }

  /** Reads what {@link #columns} gave; columns that this version does not know are left out. */
  @JsonCreator
  public static RegistryStats of(Map<String, Long> columns) {
    RegistryStats stats = new RegistryStats();
    for (RegistryCount figure : FIGURES) {
      stats.set(figure, columns.get(figure.column()));
    }
    return stats;
  }

  /** The worst node's values and, where nodes add up, the sums of all. */
  public static RegistryStats worst(Collection<RegistryStats> nodes) {
    RegistryStats worst = new RegistryStats();
    nodes.forEach(node -> worst.combine(node, RegistryCount::acrossNodes));
    return worst;
  }

  /** The known values by column. */
  @JsonValue
  public Map<String, Long> columns() {
    Map<String, Long> columns = new LinkedHashMap<>();
    known().forEach((figure, value) -> columns.put(figure.column(), value));
    return columns;
  }

  /**
   * Adds what the same node lists of another part of the fleet at the same time. How many are
   * listed is unknown of both parts where it is unknown of one.
   */
  public void add(RegistryStats other) {
    boolean listed = get(RegistryCount.PRESENT) != null && other.get(RegistryCount.PRESENT) != null;
    combine(other, RegistryCount::acrossShards);
    if (!listed) {
      set(RegistryCount.PRESENT, null);
      set(RegistryCount.HEALTHY, null);
    }
  }

  /** Adds what the node lists next: the worst of both, of what is known. */
  public void append(RegistryStats next) {
    combine(next, RegistryCount::overTime);
  }
}
