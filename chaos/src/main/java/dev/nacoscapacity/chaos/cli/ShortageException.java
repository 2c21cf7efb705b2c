package dev.nacoscapacity.chaos.cli;

/**
 * This machine lacks what a fleet needs; the message says what, and the command that changes it.
 */
final class ShortageException extends RuntimeException {

  ShortageException(String message) {
    super(message);
  }
}
