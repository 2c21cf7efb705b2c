package dev.nacoscapacity.simulator.study.search;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a trial is for, which decides how long it takes. */
public enum TrialStage {
  /** Doubling, until a size fails: a short trial, whose result is provisional. */
  BRACKET,
  /** A size that passed over and over, until the registry's cost of a call falls no more. */
  WARM,
  /** Between a size that passes and one that fails: long enough for an instance to expire. */
  BISECT,
  /** A bound of the answer once more, since one bad trial of three does not decide. */
  CONFIRM,
  /** The failing size, whose damage the next trial meets. */
  OVERLOAD,
  /** Right after an overload, without a pause: does a size that passed going up pass going down? */
  DESCENT;

  /** Whether such a trial counts in which sizes pass. */
  boolean votes() {
    return this == BRACKET || decides();
  }

  /**
   * Whether it counts among the trials that say how often a size passes: all on a warm registry,
   * the overload and what followed it among them, for a size that fails only there fails.
   */
  boolean counts() {
    return decides() || this == OVERLOAD || this == DESCENT;
  }

  /** Whether it ends before expiry has acted on everything: enough to see the worst. */
  public boolean isShort() {
    return this == BRACKET || this == WARM || this == OVERLOAD;
  }

  /** Whether it outweighs short trials. */
  boolean decides() {
    return this == BISECT || this == CONFIRM;
  }

  /** The word in study.json. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
