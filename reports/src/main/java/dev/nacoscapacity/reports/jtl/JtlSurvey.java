package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.merge.CommonWindow;
import dev.nacoscapacity.core.record.Source;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JTL is, found out before its rows are added up: whose plan wrote it, when its measurement
 * window is, and which of its rows are calls. Times are in ms since the epoch.
 */
final class JtlSurvey {

  private static final String LOGIN = "login";
  private static final String VERDICT = "verdict";

  /** Samples of the set-up of this project's plans, which are not calls of the workload. */
  private static final Set<String> BEGINNING = Set.of(PlanSettings.LABEL, LOGIN, VERDICT);

  private static final Pattern SHARD = Pattern.compile("\\bshard=(\\S+)");

  private static final String APART =
      "The shards' measurement windows were apart: only the %.0f s that they have in common count.";
  private static final String OTHERS =
      "Only the first %d labels have figures of their own; %,d samples of others are \"%s\".";
  private static final String GAP =
      "No sample ended in the %,.0f s before line %d: files were joined, or clocks differ; rates"
          + " count that time, too.";
  private static final String DISORDER =
      "Line %d is %,.0f s older than the one before: files were joined, or clocks differ; in plots"
          + " such lines count later.";

  /** A shorter silence is a matter of the load. */
  private static final long LEAST_GAP_MILLIS = 60_000;

  /** A gap matters that is more than this share of the whole. */
  private static final double GAP_SHARE = 0.1;

  /** A measurement window. */
  record Window(long from, long to) {

    private Window with(Window other) {
      return new Window(Math.min(from, other.from), Math.max(to, other.to));
    }

    double seconds() {
      return (to - from) / 1e3;
    }
  }

  private long first = Long.MAX_VALUE;
  private long firstCall = Long.MAX_VALUE;
  private long last;

  /** When the last beat or list ended. */
  private long lastPaced;

  private long others;
  private long gap;
  private int gapLine;
  private long disorder;
  private int disorderLine;
  private long lineBefore;

  /** The measurement window of each shard of a fleet, by its number. */
  private final Map<String, Window> windows = new LinkedHashMap<>();

  private final Transactions transactions = new Transactions();
  private final JtlLabels labels = new JtlLabels();
  private PlanSettings settings = PlanSettings.UNKNOWN;

  /** Looks at a row; call in the order of the file. */
  void add(JtlRow row) {
    transactions.add(row);
    if (labels.label(row).equals(JtlLabels.OTHERS)) {
      others += row.count();
    }
    if (row.began()) {
      times(row);
    }
    if (isMeasured(row)) {
      Matcher shard = SHARD.matcher(row.message());
      windows.merge(
          shard.find() ? shard.group(1) : "", new Window(row.begin(), row.end()), Window::with);
    }
    if (row.tellsSettings()) {
      settings = settings.and(PlanSettings.parse(row.message()));
    }
  }

  private void times(JtlRow row) {
    long before = last == 0 ? row.end() : last;
    if (row.begin() - before > gap) {
      gap = row.begin() - before;
      gapLine = row.line();
    }
    if (lineBefore - row.end() > disorder) {
      disorder = lineBefore - row.end();
      disorderLine = row.line();
    }
    lineBefore = row.end();
    first = Math.min(first, row.begin());
    last = Math.max(last, row.end());
    if (row.label().equals("beat") || row.label().equals("list")) {
      lastPaced = Math.max(lastPaced, row.end());
    }
    if (!BEGINNING.contains(row.label())) {
      firstCall = Math.min(firstCall, row.begin());
    }
  }

  /** Whether a row sums up a second of a shard's measurement window. */
  static boolean isMeasured(JtlRow row) {
    return row.aggregated() && row.message().contains(" phase=measure ");
  }

  Source source() {
    if (!settings.known()) {
      return Source.JTL;
    }
    return windows.isEmpty() ? Source.PLAN_JTL : Source.FLEET_JTL;
  }

  PlanSettings settings() {
    return settings;
  }

  JtlLabels labels() {
    return labels;
  }

  /** Whether there is a call whose time is known. */
  boolean hasCalls() {
    return (settings.known() ? firstCall : first) < Long.MAX_VALUE;
  }

  /** When the first sample began. */
  long first() {
    return first;
  }

  /** When the first call of the workload began; in a plan of others, the first sample. */
  long firstCall() {
    return settings.known() ? firstCall : first;
  }

  /** Seconds since the first sample began. */
  double seconds(long epochMillis) {
    return (epochMillis - first) / 1e3;
  }

  /** When the last sample ended. */
  long last() {
    return last;
  }

  /** When the last beat or list ended; 0 when there was none. */
  long lastPaced() {
    return lastPaced;
  }

  /** Whether a row is one or several samples of the plan's own calls. */
  boolean isCall(JtlRow row) {
    return !transactions.leavesOut(row)
        && (!settings.known()
            || !row.label().equals(PlanSettings.LABEL) && !row.label().equals(VERDICT));
  }

  /**
   * The window that all shards of a fleet have in common. Windows that are hardly apart count as
   * one of the length of the shortest, as in a merge of the shards' run folders.
   */
  Window common() {
    long from = windows.values().stream().mapToLong(Window::from).max().orElse(first);
    long to = windows.values().stream().mapToLong(Window::to).min().orElse(first);
    return apart()
        ? new Window(from, Math.max(from, to))
        : new Window(to - Math.round(shortest() * 1000), to);
  }

  /** Whether a fleet's shards measured at different times. */
  boolean apart() {
    long from = windows.values().stream().mapToLong(Window::from).max().orElse(first);
    long to = windows.values().stream().mapToLong(Window::to).min().orElse(first);
    return CommonWindow.isApart((to - from) / 1e3, shortest());
  }

  private double shortest() {
    return windows.values().stream().mapToDouble(Window::seconds).min().orElse(0);
  }

  /** What a reader must know to read the figures rightly. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (others > 0) {
      notes.add(NumberText.of(OTHERS, JtlLabels.KEPT_APART, others, JtlLabels.OTHERS));
    }
    if (apart()) {
      notes.add(NumberText.of(APART, common().seconds()));
    }
    if (gap >= LEAST_GAP_MILLIS && gap > GAP_SHARE * (last - first)) {
      notes.add(NumberText.of(GAP, gap / 1e3, gapLine));
    }
    if (disorder >= LEAST_GAP_MILLIS && windows.isEmpty()) {
      notes.add(NumberText.of(DISORDER, disorderLine, disorder / 1e3));
    }
    notes.addAll(transactions.notes());
    return notes;
  }
}
