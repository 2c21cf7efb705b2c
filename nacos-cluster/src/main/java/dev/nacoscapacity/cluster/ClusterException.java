package dev.nacoscapacity.cluster;

/** A cluster could not do what it was asked; the message is one line: the fault and its mend. */
public final class ClusterException extends RuntimeException {

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
