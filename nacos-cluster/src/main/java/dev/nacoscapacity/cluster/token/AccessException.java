package dev.nacoscapacity.cluster.token;

/** Access is refused; the message is Nacos 1.4.1's. */
public final class AccessException extends Exception {

  public AccessException(String message) {
    super(message, null, false, false);
  }
}
