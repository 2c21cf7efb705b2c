package dev.nacoscapacity.cluster.token;

/** Access is refused, in the words of Nacos 1.4.1. */
public final class AccessException extends Exception {

  public AccessException(String message) {
    super(message, null, false, false);
  }
}
