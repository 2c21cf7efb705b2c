package dev.nacoscapacity.core.verdict;

/**
 * Something outside this program keeps a command from its answer. The message is one line: what is
 * wrong, and the remedy. Exit code 2.
 */
public class InconclusiveException extends RuntimeException {

  public InconclusiveException(String message) {
    super(message);
  }

  public InconclusiveException(String message, Throwable cause) {
    super(message, cause);
  }
}
