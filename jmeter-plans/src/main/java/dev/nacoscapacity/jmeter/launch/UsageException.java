package dev.nacoscapacity.jmeter.launch;

/** Arguments that cannot be meant; the message is one line with what to write instead. */
final class UsageException extends RuntimeException {

  UsageException(String message) {
    super(message);
  }
}
