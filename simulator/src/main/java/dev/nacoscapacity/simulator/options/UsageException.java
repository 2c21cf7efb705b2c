package dev.nacoscapacity.simulator.options;

/** Options that cannot be meant; the message is one line with what to write instead. Exit 64. */
public final class UsageException extends RuntimeException {

  public UsageException(String message) {
    super(message);
  }
}
