package dev.nacoscapacity.simulator.verify;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntUnaryOperator;

/**
 * The last written beat and the longest gap of each instance, in ms since the expected state's
 * origin (up to 24 days). The four figures of an instance are adjacent, so that a beat touches one
 * cache line. An instance has at most one beat in flight, so no two threads write the same figures
 * at once.
 */
final class BeatGaps {

  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int FIELDS = 4;
  private static final int LAST = 0;
  private static final int LONGEST = 1;
  private static final int LATE = 2;
  private static final int BEFORE = 3;
  private static final int NEVER = Integer.MIN_VALUE;

  /** How long a late beat excuses deviations after it. */
  private static final int EXCUSE_MS = (int) GracePeriods.EXPIRY.toMillis();

  private final int[] figures;
  private final IntUnaryOperator boundMs;

  /**
   * @param boundMs the gap above which a beat is late, by instance
   */
  BeatGaps(int instances, IntUnaryOperator boundMs) {
    this.figures = new int[Math.multiplyExact(instances, FIELDS)];
    this.boundMs = boundMs;
    for (int i = 0; i < instances; i++) {
      figures[i * FIELDS + LAST] = NEVER;
      figures[i * FIELDS + LATE] = NEVER;
      figures[i * FIELDS + BEFORE] = NEVER;
    }
  }

  /** A registration counts as the first beat, as it does for Nacos. */
  void start(int instance, int nowMs) {
    INTS.setOpaque(figures, instance * FIELDS + LAST, nowMs);
  }

  /** The next beat follows none. */
  void forget(int instance) {
    INTS.setOpaque(figures, instance * FIELDS + LAST, NEVER);
  }

  /** A beat is about to be written; returns whether it is late. */
  boolean written(int instance, int nowMs) {
    int at = instance * FIELDS;
    int last = (int) INTS.getOpaque(figures, at + LAST);
    INTS.setOpaque(figures, at + LAST, nowMs);
    if (last == NEVER) {
      return false;
    }
    int gap = nowMs - last;
    if (gap > (int) INTS.getOpaque(figures, at + LONGEST)) {
      INTS.setOpaque(figures, at + LONGEST, gap);
    }
    boolean late = gap > boundMs.applyAsInt(instance);
    if (late) {
      INTS.setOpaque(figures, at + LATE, nowMs);
    }
    return late;
  }

  /**
   * A beat is about to be written, possibly again.
   *
   * @param begunMs when it was first to be written
   */
  void begun(int instance, int begunMs) {
    int at = instance * FIELDS;
    int last = (int) INTS.getOpaque(figures, at + LAST);
    if (last < begunMs) {
      INTS.setOpaque(figures, at + BEFORE, last);
    }
  }

  /** The beat that was written then reached no node: the last one is the one before it. */
  void refused(int instance, int writtenMs) {
    int at = instance * FIELDS;
    INTS.compareAndSet(figures, at + LAST, writtenMs, (int) INTS.getOpaque(figures, at + BEFORE));
  }

  /** Excuses deviations from now on for another cause than a late beat. */
  void excuse(int instance, int nowMs) {
    INTS.setOpaque(figures, instance * FIELDS + LATE, nowMs);
  }

  /** Excuses deviations from now on where they are excused already. */
  void renewExcuse(int instance, int nowMs) {
    int late = (int) INTS.getOpaque(figures, instance * FIELDS + LATE);
    if (late != NEVER && nowMs - late <= EXCUSE_MS) {
      excuse(instance, nowMs);
    }
  }

  /**
   * Whether there is no open gap over the bound, nor one that ended so recently that it may explain
   * a loss.
   */
  boolean isWithinBound(int instance, int nowMs) {
    int at = instance * FIELDS;
    int last = (int) INTS.getOpaque(figures, at + LAST);
    int late = (int) INTS.getOpaque(figures, at + LATE);
    return last != NEVER
        && nowMs - last <= boundMs.applyAsInt(instance)
        && (late == NEVER || nowMs - late > EXCUSE_MS);
  }

  /** The longest gap since {@link #forgetLongest}, including the open one. */
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
