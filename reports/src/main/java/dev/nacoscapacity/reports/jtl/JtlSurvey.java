package dev.nacoscapacity.reports.jtl;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Source;
import dev.nacoscapacity.core.text.Message;
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

  /** A shorter silence is a matter of the load. */
  private static final long LEAST_GAP_MILLIS = 60_000;

  /** A gap matters that is more than this share of the whole. */
  private static final double GAP_SHARE = 0.1;

  /** A load may begin a new thread for each arrival; those of long ago are forgotten. */
  private static final int MOST_THREADS = 100_000;

  /** A row's line, and its time in ms since the epoch. */
  private record Span(int line, long from, long to) {
    boolean meets(Span other) {
      return other.from < to && other.to > from;
    }
  }

  /** The last rows of a thread, which makes one call at a time. */
  private static final class LastRows {

    private Span call = new Span(0, 0, 0);

    /** Transactions, each within the one before, that the next row may be a call of. */
    private final List<Span> open = new ArrayList<>();
  }

  private long first = Long.MAX_VALUE;
  private long firstCall = Long.MAX_VALUE;
  private long last;
  private long lastPaced;
  private long others;
  private long transactions;
  private long gap;
  private int gapLine;

  private final NotedLines neverBegan = new NotedLines("jtl.neverBegan");
  private final NotedLines sums = new NotedLines("jtl.sums");

  /** The lines of transactions whose calls have lines. */
  private final BitSet leftOut = new BitSet();

  private final Map<String, LastRows> threads = new HashMap<>();
  private final JtlLabels labels = new JtlLabels();
  private PlanSettings settings = PlanSettings.UNKNOWN;

  /** Looks at a row; call in the order of the file. */
  void add(JtlRow row) {
    transaction(row);
    if (labels.label(row).equals(JtlLabels.OTHERS)) {
      others += row.count();
    }
    if (row.count() > 1) {
      sums.add(row.line(), NumberText.of("%,d samples", row.count()));
    }
    if (row.began()) {
      times(row);
    } else {
      neverBegan.add(row.line(), row.label() + ": " + row.reason());
    }
    if (row.tellsSettings()) {
      settings = settings.and(PlanSettings.parse(row.answer().message()));
    }
  }

  /**
   * JMeter writes a transaction and its calls, or the transactions alone. A call of the same thread
   * in a transaction's time is one of its calls. It is the thread's last call before the
   * transaction as JMeter writes them, or its next where they are sorted by their beginning. Where
   * neither is, the transaction counts as a call, so that no failure is lost.
   */
  private void transaction(JtlRow row) {
    transactions += row.isTransaction() ? 1 : 0;
    if (row.thread().isEmpty()) {
      return;
    }
    if (threads.size() > MOST_THREADS) {
      threads.clear();
    }
    LastRows rows = threads.computeIfAbsent(row.thread(), name -> new LastRows());
    Span span = new Span(row.line(), row.start(), row.end() + row.pauses());
    if (!row.isTransaction()) {
      rows.open.stream().filter(span::meets).forEach(each -> leftOut.set(each.line));
      rows.open.clear();
      rows.call = span;
    } else if (span.meets(rows.call)) {
      leftOut.set(row.line());
    } else {
      rows.open.removeIf(each -> !each.meets(span));
      rows.open.add(span);
    }
  }

  private void times(JtlRow row) {
    long silence = last == 0 ? 0 : row.start() - last;
    if (silence > gap) {
      gap = silence;
      gapLine = row.line();
    }
    first = Math.min(first, row.start());
    last = Math.max(last, row.end());
    if (PACED.contains(row.label())) {
      lastPaced = Math.max(lastPaced, row.end());
    }
    if (!BEGINNING.contains(row.label())) {
      firstCall = Math.min(firstCall, row.start());
    }
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
  List<Message> notes() {
    List<Message> notes = new ArrayList<>();
    if (others > 0) {
      notes.add(
          Message.of(
              "jtl.others",
              with("first", JtlLabels.KEPT_APART)
                  .and("others", others)
                  .and("label", JtlLabels.OTHERS)));
    }
    neverBegan.sentence().ifPresent(notes::add);
    sums.sentence().ifPresent(notes::add);
    if (gap >= LEAST_GAP_MILLIS && gap > GAP_SHARE * (last - first)) {
      notes.add(Message.of("jtl.gap", with("seconds", gap / 1e3).and("line", "" + gapLine)));
    }
    long omissions = leftOut.cardinality();
    if (omissions > 0) {
      notes.add(Message.of("jtl.omitted", with("count", omissions)));
    }
    if (transactions > omissions) {
      notes.add(Message.of("jtl.transactions", with("count", transactions - omissions)));
    }
    return notes;
  }
}
