package dev.nacoscapacity.simulator.study.search;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The purpose of a trial, which determines its length. */
public enum TrialStage {
  /** Doubling, until a size fails: a short trial, whose result is provisional. */
  BRACKET,
  /** Repeats a passing size until the registry's cost of a call no longer falls. */
  WARM,
  /** Between a size that passes and one that fails: long enough for an instance to expire. */
  BISECT,
  /** Repeats a bound of the answer, since one bad trial of three does not decide. */
  CONFIRM;

  /** Whether such a trial counts for which sizes pass. */
  boolean votes() {
    return this == BRACKET || decides();
  }

  /** Whether the trial is too short for all expiry to act; it shows only severe failures. */
  public boolean isShort() {
    return this == BRACKET || this == WARM;
  }

  /**
   * Whether the trial takes precedence over short ones, and counts for how often a size passes: a
   * full one on a warm registry.
   */
  boolean decides() {
    return this == BISECT || this == CONFIRM;
  }

  /** The word in study.json. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
