package dev.nacoscapacity.simulator.options;

import java.time.Duration;

/** Options that cannot be meant; the message is one line with what to write instead. Exit 64. */
public final class UsageException extends RuntimeException {

  public UsageException(String message) {
    super(message);
  }

  /** Complains unless a condition holds. */
  static void unless(boolean holds, String otherwise) {
    if (!holds) {
      throw new UsageException(otherwise);
    }
  }

  /** A time as it is, if it is above 0. */
  static Duration requirePositive(String option, Duration value) {
    unless(!value.isZero(), option + " is above 0, not " + value.toMillis() + "ms");
    return value;
  }
}
