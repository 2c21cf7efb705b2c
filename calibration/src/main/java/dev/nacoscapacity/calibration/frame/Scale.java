package dev.nacoscapacity.calibration.frame;

/** How much is measured. */
public enum Scale {
  /** A choice of cases, all parts together within 5 minutes on two idle cores. */
  QUICK,
  /** The whole tables. */
  FULL
}
