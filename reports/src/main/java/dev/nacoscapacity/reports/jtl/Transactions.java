package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of transaction controllers, and which of them sum up calls that have rows, too. JMeter
 * writes both, or the transactions alone. A thread makes one call at a time, so a call of the same
 * thread within a transaction's time is one of its calls. It is the thread's last row before the
 * transaction's as JMeter writes them, or its next where they are sorted by their beginning. Where
 * neither is, the transaction counts as a call, so that no failure is lost.
 */
final class Transactions {

  private static final String LEFT_OUT =
      "%,d lines of transactions were left out: their calls have lines of their own.";
  private static final String COUNTED =
      "%,d lines are transactions, each counted as one call: no lines of their calls were found.";

  /** A load may begin a new thread for each arrival; those of long ago are forgotten. */
  private static final int MOST_THREADS = 100_000;

  /** A row's line, and its time in ms since the epoch. */
  private record Span(int line, long from, long to) {

    private boolean holds(Span call) {
      return call.from < to && call.to > from;
    }
  }

  /** The last rows of a thread. */
  private static final class LastRows {

    private Span call = new Span(0, 0, 0);

    /** Transactions, each within the one before, that the next row may be a call of. */
    private final List<Span> open = new ArrayList<>();
  }

  private final Map<String, LastRows> threads = new HashMap<>();
  private final BitSet leftOut = new BitSet();
  private int count;

  /** Looks at a row; call in the order of the file. */
  void add(JtlRow row) {
    boolean transaction = row.isTransaction();
    count += transaction ? 1 : 0;
    if (row.thread().isEmpty()) {
      return;
    }
    if (threads.size() > MOST_THREADS) {
      threads.clear();
    }
    LastRows last = threads.computeIfAbsent(row.thread(), name -> new LastRows());
    Span span = new Span(row.line(), row.start(), row.end() + row.pauses());
    if (!transaction) {
      last.open.stream().filter(each -> each.holds(span)).forEach(this::leaveOut);
      last.open.clear();
      last.call = span;
    } else if (span.holds(last.call)) {
      leaveOut(span);
    } else {
      last.open.removeIf(each -> !each.holds(span));
      last.open.add(span);
    }
  }

  private void leaveOut(Span transaction) {
    leftOut.set(transaction.line);
  }

  /** Whether a row is of a transaction whose calls have rows. */
  boolean leavesOut(JtlRow row) {
    return leftOut.get(row.line());
  }

  /** What a reader must know of them. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    int left = leftOut.cardinality();
    if (left > 0) {
      notes.add(NumberText.of(LEFT_OUT, left));
    }
    if (count > left) {
      notes.add(NumberText.of(COUNTED, count - left));
    }
    return notes;
  }
}
