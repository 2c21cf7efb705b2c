package dev.nacoscapacity.core.stats;

import java.util.function.LongBinaryOperator;

/** How two values of a figure are combined. */
public enum Fold {
  SUM(Long::sum),
  MAX(Math::max),
  MIN(Math::min),
  /** The later value: for a state, which the next second replaces. */
  LAST((one, other) -> other);

  private final LongBinaryOperator how;

  Fold(LongBinaryOperator how) {
    this.how = how;
  }

  long of(long one, long other) {
    return how.applyAsLong(one, other);
  }
}
