package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.stats.RunStats;
import java.util.HashSet;
import java.util.Set;

/**
 * The labels and the reasons of failures that get figures of their own. A plan with an id in its
 * URLs has a label for each call, and histograms for all of them would fit in no memory.
 */
public final class JtlLabels {

  /** The first labels are kept apart; the others make one row. */
  static final int KEPT_APART = 50;

  static final String OTHERS = "(other labels)";

  /** The first reasons of failures are kept apart, of all labels together. */
  private static final int REASONS = 200;

  private static final String OTHER_REASONS = "(other reasons)";

  private final Set<String> labels = new HashSet<>();
  private final Set<String> reasons = new HashSet<>();

  /** The label under which a row counts, the same each time that the file is read in order. */
  public String label(JtlRow row) {
    return group(row.label(), labels, KEPT_APART, OTHERS);
  }

  /** The reason under which a row's failures count. */
  public String reason(JtlRow row) {
    return group(row.reason(), reasons, REASONS, OTHER_REASONS);
  }

  private static String group(String name, Set<String> first, int most, String others) {
    return first.contains(name) || first.size() < most && first.add(name) ? name : others;
  }

  /** Adds a row to the figures of its label. */
  void add(JtlRow row, RunStats stats) {
    row.addTo(stats.of(label(row)), row.ok() ? "" : reason(row));
  }
}
