package dev.nacoscapacity.cluster.hook;

import dev.nacoscapacity.cluster.ClusterException;

/** A hook failed; the message is one line without secrets. */
public final class HookException extends ClusterException {

  private static final long serialVersionUID = 1;

  public HookException(String message) {
    super(message);
  }
}
