package dev.nacoscapacity.cluster;

import dev.nacoscapacity.core.verdict.InconclusiveException;

/** An action on a cluster failed; the message is one line with the cause and a remedy. */
public class ClusterException extends InconclusiveException {

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
