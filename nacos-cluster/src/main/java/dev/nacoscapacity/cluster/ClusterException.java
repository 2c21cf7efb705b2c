package dev.nacoscapacity.cluster;

/** An action on a cluster failed; the message is one line with the cause and a remedy. */
public class ClusterException extends RuntimeException {

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
