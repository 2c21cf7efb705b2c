package dev.nacoscapacity.bench;

/** Nothing can be measured; the message says why, on one line. */
final class BenchException extends RuntimeException {

  BenchException(String message) {
    super(message);
  }
}
