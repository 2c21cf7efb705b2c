package dev.nacoscapacity.simulator.auth;

import java.time.Duration;

/**
 * What lets a fleet into a registry with auth: a login that was made already, and the user for
 * those to come.
 *
 * @param token never printed: {@link #toString()} leaves it out
 * @param ttl how long the registry accepts the token from now
 */
public record Access(String token, Duration ttl, Credentials credentials) {

  /**
   * The fleet's tokens.
   *
   * @param each whether every client logs in for itself; otherwise all share the token at hand
   * @param now on the nano clock
   */
  public Tokens tokens(boolean each, int clients, long now) {
    if (each) {
      return Tokens.perClient(clients);
    }
    Tokens tokens = Tokens.shared();
    tokens.granted(0, token, ttl, now);
    return tokens;
  }

  @Override
  public String toString() {
    return "Access[" + credentials + "]";
  }
}
