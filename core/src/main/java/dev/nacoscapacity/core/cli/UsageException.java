package dev.nacoscapacity.core.cli;

import java.time.Duration;
import java.util.Optional;

/**
 * Invalid options, or an invalid file given with them. The message is one line with the correct
 * usage. Exit code 64.
 */
public final class UsageException extends RuntimeException {

  private final String option;

  public UsageException(String message) {
    super(message);
    this.option = null;
  }

  /**
   * @param option the option to change, with its dashes; the message begins with it
   * @param fault the problem, and the correct usage
   */
  public UsageException(String option, String fault) {
    super(option + " " + fault);
    this.option = option;
  }

  /**
   * @param option the option to change, with its dashes
   * @param cause exception whose message describes the problem, and follows the option
   */
  public UsageException(String option, RuntimeException cause) {
    super(option + ": " + cause.getMessage(), cause);
    this.option = option;
  }

  /** The option to change, with its dashes; empty if the fault is not in a single one. */
  public Optional<String> option() {
    return Optional.ofNullable(option);
  }

  /** Throws an exception about an option unless a condition holds. */
  public static void unless(boolean condition, String option, String fault) {
    if (!condition) {
      throw new UsageException(option, fault);
    }
  }

  /** Requires a time above 0, and returns it. */
  public static Duration requirePositive(String option, Duration value) {
    unless(!value.isZero(), option, "is above 0, not " + value.toMillis() + "ms");
    return value;
  }
}
