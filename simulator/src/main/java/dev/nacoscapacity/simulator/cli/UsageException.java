package dev.nacoscapacity.simulator.cli;

/** Options that cannot be meant; the message is one line with what to write instead. Exit 64. */
final class UsageException extends RuntimeException {

  UsageException(String message) {
    super(message);
  }
}
