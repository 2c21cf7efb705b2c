package dev.nacoscapacity.calibration.frame;

/** How much is measured. */
public enum Scale {
  /** A selection of cases: all parts together take at most 5 minutes on two idle cores. */
  QUICK,
  /** The whole tables. */
  FULL
}
