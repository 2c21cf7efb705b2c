package dev.nacoscapacity.core.workload;

import java.util.Locale;

/** How the actors of a periodic operation are distributed over its period. */
public enum Phase {
  /** Evenly, like clients that were started at random times. */
  SPREAD,
  /** All at once, as after a mass restart. */
  BURST;

  /** As on the command line and in records. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
