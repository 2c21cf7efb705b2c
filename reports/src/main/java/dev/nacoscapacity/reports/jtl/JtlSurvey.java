package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Source;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a JTL is, found out before its rows are added up: whose plan wrote it, when its measurement
 * window is, and which of its rows are calls.
 */
final class JtlSurvey {

  private static final String VERDICT = "verdict";

  /** Samples of the set-up of this project's plans, which are not calls of the workload. */
  private static final Set<String> BEGINNING = Set.of(PlanSettings.LABEL, "login", VERDICT);

  /** The calls that outlast a plan's window, unless somebody stopped it. */
  private static final Set<String> PACED = Set.of("beat", "list");

  private static final String NEVER_BEGAN =
      "%,d samples never began, and count without a time and a latency.";
  private static final String SUMS =
      "%,d lines are sums of several samples, so that percentiles are of their means.";
  private static final String OTHERS =
      "Only the first %d labels have figures of their own; %,d samples of others are \"%s\".";
  private static final String LEFT_OUT =
      "%,d lines of transactions were left out: their calls have lines of their own.";
  private static final String COUNTED =
      "%,d lines are transactions, each counted as one call: no lines of their calls were found.";

  /** A load may begin a new thread for each arrival; those of long ago are forgotten. */
  private static final int MOST_THREADS = 100_000;

  /** A time in ms since the epoch. */
  private record Span(long from, long to) {
    boolean meets(Span other) {
      return other.from < to && other.to > from;
    }
  }

  private long first = Long.MAX_VALUE;
  private long firstCall = Long.MAX_VALUE;
  private long last;
  private long lastPaced;
  private long others;
  private long neverBegan;
  private long sums;
  private long transactions;

  /** The lines of transactions whose calls have lines. */
  private final BitSet leftOut = new BitSet();

  /** The last call of each thread, which makes one at a time. */
  private final Map<String, Span> lastCalls = new HashMap<>();

  private final JtlLabels labels = new JtlLabels();
  private PlanSettings settings = PlanSettings.UNKNOWN;
  private boolean ofFleet;

  /** Looks at a row; call in the order of the file. */
  void add(JtlRow row) {
    ofFleet |= row.aggregated();
    transaction(row);
    if (labels.label(row).equals(JtlLabels.OTHERS)) {
      others += row.count();
    }
    sums += row.count() > 1 ? 1 : 0;
    if (row.began()) {
      times(row);
    } else {
      neverBegan++;
    }
    if (row.tellsSettings()) {
      settings = settings.and(PlanSettings.parse(row.message()));
    }
  }

  /**
   * JMeter writes a transaction after its calls, or the transactions alone. So the last call of the
   * same thread is one of its calls if it was made in its time. Where the file does not tell, the
   * transaction counts as a call, so that no failure is lost.
   */
  private void transaction(JtlRow row) {
    Span span = new Span(row.start(), row.end() + row.pauses());
    if (row.isTransaction()) {
      transactions++;
      leftOut.set(row.line(), span.meets(lastCalls.getOrDefault(row.thread(), new Span(0, 0))));
    } else if (!row.thread().isEmpty()) {
      if (lastCalls.size() > MOST_THREADS) {
        lastCalls.clear();
      }
      lastCalls.put(row.thread(), span);
    }
  }

  private void times(JtlRow row) {
    first = Math.min(first, row.start());
    last = Math.max(last, row.end());
    if (PACED.contains(row.label())) {
      lastPaced = Math.max(lastPaced, row.end());
    }
    if (!BEGINNING.contains(row.label())) {
      firstCall = Math.min(firstCall, row.start());
    }
  }

  /** Whether the fleet made it, in engines of JMeter. */
  boolean isOfFleet() {
    return ofFleet;
  }

  Source source() {
    return settings.isKnown() ? Source.PLAN_JTL : Source.JTL;
  }

  PlanSettings settings() {
    return settings;
  }

  JtlLabels labels() {
    return labels;
  }

  /** Whether there is a call whose time is known. */
  boolean hasCalls() {
    return (settings.isKnown() ? firstCall : first) < Long.MAX_VALUE;
  }

  /** When the first sample began, in ms since the epoch. */
  long first() {
    return first;
  }

  /** From the first sample's beginning to the last one's end. */
  double seconds() {
    return seconds(last);
  }

  /** Seconds since the first sample began. */
  private double seconds(long epochMillis) {
    return (epochMillis - first) / 1e3;
  }

  /** Whether a row is one or several samples of the plan's own calls. */
  boolean isCall(JtlRow row) {
    return !leftOut.get(row.line())
        && (!settings.isKnown()
            || !row.label().equals(PlanSettings.LABEL) && !row.label().equals(VERDICT));
  }

  /** Whether somebody stopped a plan within its window. */
  boolean stopped() {
    double duration = settings.number("duration");
    return duration > 0
        && lastPaced > 0
        && seconds(lastPaced) < windowFrom() + duration - settings.number("beat");
  }

  /**
   * When the measurement window begins, in seconds since the first sample did: when a plan of this
   * project's says, or with the first sample of any other.
   */
  double windowFrom() {
    return settings.isKnown()
        ? seconds(firstCall) + settings.number("ramp") + settings.number("warmup")
        : 0;
  }

  /** The length of the measurement window in seconds. */
  double windowSeconds() {
    double duration = settings.number("duration");
    double rest = (stopped() ? seconds(lastPaced) : seconds()) - windowFrom();
    return Math.max(0, duration > 0 ? Math.min(duration, rest) : rest);
  }

  /** When each phase began, in seconds since the run began. */
  Map<String, Double> phases() {
    Map<String, Double> phases = new LinkedHashMap<>();
    double from = windowFrom();
    if (!settings.isKnown()) {
      return Map.of(Phases.MEASURE, from);
    }
    phases.put(Phases.RAMP, seconds(firstCall));
    phases.put(Phases.WARM_UP, from - settings.number("warmup"));
    phases.put(Phases.MEASURE, from);
    phases.put(Phases.DEREGISTER, from + windowSeconds());
    return phases;
  }

  /** The phase of a moment, in seconds since the run began. */
  String phase(double moment) {
    return phases().entrySet().stream()
        .filter(each -> each.getValue() < moment)
        .reduce((before, later) -> later)
        .map(Map.Entry::getKey)
        .orElse(Phases.RAMP);
  }

  /** Whether a row counts in the measurement window. */
  boolean isInWindow(JtlRow row) {
    // A long poll takes half a minute, so the plan sees to it that it ends in the window.
    double at = seconds(row.label().equals("listen") ? row.end() : row.start());
    return !settings.isKnown()
        || !row.began()
        || at >= windowFrom() && at < windowFrom() + windowSeconds();
  }

  /** What a reader must know to read the figures rightly. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (others > 0) {
      notes.add(NumberText.of(OTHERS, JtlLabels.KEPT_APART, others, JtlLabels.OTHERS));
    }
    long omissions = leftOut.cardinality();
    note(NEVER_BEGAN, neverBegan, notes);
    note(SUMS, sums, notes);
    note(LEFT_OUT, omissions, notes);
    note(COUNTED, transactions - omissions, notes);
    return notes;
  }

  private static void note(String sentence, long lines, List<String> notes) {
    if (lines > 0) {
      notes.add(NumberText.of(sentence, lines));
    }
  }
}
