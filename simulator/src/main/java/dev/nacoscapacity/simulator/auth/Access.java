package dev.nacoscapacity.simulator.auth;

import java.time.Duration;

/**
 * A fleet's access to a registry with auth: a completed login, and the credentials for later
 * logins.
 *
 * @param token token of the login; {@link #toString()} omits it
 * @param ttl lifetime of the token from now
 */
public record Access(String token, Duration ttl, Credentials credentials) {

  /**
   * Creates the tokens of the fleet.
   *
   * @param perClient whether each client logs in itself; otherwise all share this token
   * @param now on the nano clock
   */
  public Tokens tokens(boolean perClient, int clients, long now) {
    if (perClient) {
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
