package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The labels and the reasons of failures that get figures of their own. A plan with an id in its
 * URLs has a label for each call, and histograms for all of them would fit in no memory.
 */
final class JtlLabels {

  /** The first labels are kept apart; the others make one row. */
  static final int KEPT_APART = 50;

  static final String OTHERS = "(other labels)";

  /** The first reasons of failures are kept apart, of all labels together. */
  private static final int REASONS = 200;

  private static final String OTHER_REASONS = "(other reasons)";

  private final Set<String> labels = new HashSet<>();
  private final Set<String> reasons = new HashSet<>();
  private long others;

  /** Notes a row, in the order of the file, before any row is added up. */
  void survey(JtlRow row) {
    if (labels.size() < KEPT_APART) {
      labels.add(row.label());
    } else if (!labels.contains(row.label())) {
      others += row.count();
    }
    if (!row.ok() && reasons.size() < REASONS) {
      reasons.add(row.reason());
    }
  }

  /** Adds a row to the figures of its label. */
  void add(JtlRow row, RunStats stats) {
    String label = labels.contains(row.label()) ? row.label() : OTHERS;
    String reason = row.ok() ? "" : row.reason();
    row.addTo(stats.of(label), reasons.contains(reason) ? reason : OTHER_REASONS);
  }

  /** What to say where not every label has figures of its own. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (others > 0) {
      notes.add(
          NumberText.of(
              "Only the first %d labels have figures of their own; %,d samples of others are \"%s\".",
              KEPT_APART, others, OTHERS));
    }
    if (reasons.size() == REASONS) {
      notes.add(
          NumberText.of(
              "Only the first %d reasons of failures are told apart; others are \"%s\".",
              REASONS, OTHER_REASONS));
    }
    return notes;
  }
}
