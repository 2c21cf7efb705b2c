package dev.nacoscapacity.jmeter.launch;

/** Invalid arguments; the message is one line with the correct usage. */
final class UsageException extends RuntimeException {

  UsageException(String message) {
    super(message);
  }
}
