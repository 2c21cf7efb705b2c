package dev.nacoscapacity.simulator.options;

import java.time.Duration;
import java.util.Optional;

/**
 * Options, or a file given with them, that ask for what is impossible. The message is one line with
 * what to write instead. Exit code 64.
 */
public final class UsageException extends RuntimeException {

  private final String option;

  public UsageException(String message) {
    super(message);
    this.option = null;
  }

  /**
   * @param option the one to change, with its dashes; the message begins with it
   * @param fault what is wrong with it, and what to write instead
   */
  public UsageException(String option, String fault) {
    super(option + " " + fault);
    this.option = option;
  }

  /**
   * @param option the one to change, with its dashes
   * @param cause whose message says what is wrong with it, and follows the option
   */
  public UsageException(String option, RuntimeException cause) {
    super(option + ": " + cause.getMessage(), cause);
    this.option = option;
  }

  /** The option to change, with its dashes, where one alone is to blame. */
  public Optional<String> option() {
    return Optional.ofNullable(option);
  }

  /** Complains about an option unless a condition holds. */
  public static void unless(boolean condition, String option, String fault) {
    if (!condition) {
      throw new UsageException(option, fault);
    }
  }

  /** A time as it is, if it is above 0. */
  static Duration requirePositive(String option, Duration value) {
    unless(!value.isZero(), option, "is above 0, not " + value.toMillis() + "ms");
    return value;
  }
}
