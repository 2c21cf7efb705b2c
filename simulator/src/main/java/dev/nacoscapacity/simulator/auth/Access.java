package dev.nacoscapacity.simulator.auth;

import java.time.Duration;

/**
 * The credentials of a fleet for a registry with auth: a completed login, and the user for later
 * logins.
 *
 * @param token never printed: {@link #toString()} leaves it out
 * @param ttl how long the registry accepts the token from now
 */
public record Access(String token, Duration ttl, Credentials credentials) {

  /**
   * The fleet's tokens.
   *
   * @param each whether every client logs in itself; otherwise all share this token
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
