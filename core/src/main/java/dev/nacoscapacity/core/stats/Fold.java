package dev.nacoscapacity.core.stats;

/** How two values of a figure are combined. */
public enum Fold {
  SUM {
    @Override
    long of(long one, long other) {
      return one + other;
    }
  },
  MAX {
    @Override
    long of(long one, long other) {
      return Math.max(one, other);
    }
  },
  MIN {
    @Override
    long of(long one, long other) {
      return Math.min(one, other);
    }
  },
  /** The later value: for a state, which the next second replaces. */
  LAST {
    @Override
    long of(long one, long other) {
      return other;
    }
  };

  abstract long of(long one, long other);
}
