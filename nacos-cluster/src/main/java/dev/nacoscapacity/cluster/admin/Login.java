package dev.nacoscapacity.cluster.admin;

import java.time.Duration;

/**
 * A successful login.
 *
 * @param token to present with each guarded call
 * @param ttl how long the registry will accept it
 */
public record Login(String token, Duration ttl) {

  /** Without the token, so that it reaches no log. */
  @Override
  public String toString() {
    return "Login[ttl=" + ttl + "]";
  }
}
