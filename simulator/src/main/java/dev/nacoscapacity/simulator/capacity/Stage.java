package dev.nacoscapacity.simulator.capacity;

/** What a trial is for, which decides how long it takes. */
public enum Stage {
  /** Doubling, until a size fails: a short trial, whose word is provisional. */
  BRACKET,
  /** Between a size that passes and one that fails: long enough for an instance to expire. */
  BISECT,
  /** A bound of the answer once more, since one bad trial of three does not decide. */
  CONFIRM,
  /** The failing size, whose damage the next trial meets. */
  OVERLOAD,
  /** Right after an overload, without a pause: does a size that passed going up pass going down? */
  DESCENT;

  /** Whether such a trial says which sizes pass. */
  boolean decides() {
    return this == BISECT || this == CONFIRM;
  }
}
