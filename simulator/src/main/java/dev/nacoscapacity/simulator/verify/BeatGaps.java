package dev.nacoscapacity.simulator.verify;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntUnaryOperator;

/**
 * When each instance's last beat was written and how far its beats were apart, in ms since the
 * expected state's origin (24 days fit). The three figures of an instance lie side by side, so that
 * a beat touches one cache line. An instance has at most one beat in flight, so no two threads
 * write the same figures at once.
 */
final class BeatGaps {

  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int FIELDS = 3;
  private static final int LAST = 0;
  private static final int LONGEST = 1;
  private static final int LATE = 2;
  private static final int NEVER = Integer.MIN_VALUE;

  /**
   * How long a late beat excuses what the registry shows after it: expiry acts 30 s after a beat at
   * the latest, so whatever began with the gap has ended or been mended by then.
   */
  private static final int EXCUSE_MS = 30_000;

  private final int[] figures;
  private final IntUnaryOperator boundMs;

  /**
   * @param boundMs what is late, by instance
   */
  BeatGaps(int instances, IntUnaryOperator boundMs) {
    this.figures = new int[Math.multiplyExact(instances, FIELDS)];
    this.boundMs = boundMs;
    for (int i = 0; i < instances; i++) {
      figures[i * FIELDS + LAST] = NEVER;
      figures[i * FIELDS + LATE] = NEVER;
    }
  }

  /** A registration counts as the first beat, as it does for Nacos. */
  void start(int instance, int nowMs) {
    INTS.setOpaque(figures, instance * FIELDS + LAST, nowMs);
  }

  void written(int instance, int nowMs) {
    int at = instance * FIELDS;
    int last = (int) INTS.getOpaque(figures, at + LAST);
    INTS.setOpaque(figures, at + LAST, nowMs);
    if (last == NEVER) {
      return;
    }
    int gap = nowMs - last;
    if (gap > (int) INTS.getOpaque(figures, at + LONGEST)) {
      INTS.setOpaque(figures, at + LONGEST, gap);
    }
    if (gap > boundMs.applyAsInt(instance)) {
      INTS.setOpaque(figures, at + LATE, nowMs);
    }
  }

  /** Something else than a late beat excuses what the registry shows from now on. */
  void excuse(int instance, int nowMs) {
    INTS.setOpaque(figures, instance * FIELDS + LATE, nowMs);
  }

  /** Whether no gap over the bound is open, or ended so lately that it still explains a loss. */
  boolean kept(int instance, int nowMs) {
    int at = instance * FIELDS;
    int last = (int) INTS.getOpaque(figures, at + LAST);
    int late = (int) INTS.getOpaque(figures, at + LATE);
    return last != NEVER
        && nowMs - last <= boundMs.applyAsInt(instance)
        && (late == NEVER || nowMs - late > EXCUSE_MS);
  }

  /** The longest gap since {@link #forgetLongest}, the one still open included. */
  int longest(int instance, int nowMs) {
    int at = instance * FIELDS;
    int last = (int) INTS.getOpaque(figures, at + LAST);
    int open = last == NEVER ? 0 : nowMs - last;
    return Math.max(open, (int) INTS.getOpaque(figures, at + LONGEST));
  }

  void forgetLongest() {
    for (int at = LONGEST; at < figures.length; at += FIELDS) {
      INTS.setOpaque(figures, at, 0);
    }
  }
}
