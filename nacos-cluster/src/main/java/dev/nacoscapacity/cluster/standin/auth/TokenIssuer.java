package dev.nacoscapacity.cluster.standin.auth;

import dev.nacoscapacity.cluster.token.AccessException;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.cluster.token.TokenVerifier;
import io.jsonwebtoken.Jwts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import javax.crypto.SecretKey;

/** Issues and checks the tokens of one node. */
public final class TokenIssuer {

  private final StandInAccount credentials;
  private final boolean required;
  private final Duration ttl;
  private final InstantSource clock;
  private final SecretKey key;
  private final TokenVerifier verifier;

  /**
   * @param required whether calls need a token; logins succeed either way
   * @param ttl of a token, whole seconds
   * @param cache whether to remember verified tokens
   */
  public TokenIssuer(
      StandInAccount credentials,
      boolean required,
      Duration ttl,
      boolean cache,
      InstantSource clock) {
    this.credentials = credentials;
    this.required = required;
    this.ttl = ttl;
    this.clock = clock;
    this.key = credentials.key().secret();
    this.verifier = new TokenVerifier(credentials.key(), cache, clock);
  }

  /** Whether calls need a token. */
  public boolean required() {
    return required;
  }

  public Duration ttl() {
    return ttl;
  }

  /** A token for the user, whose signature is made with HS256. */
  public String login(String username, String password) throws AccessException {
    if (!credentials.match(username, password)) {
      throw new AccessException("unknown user!");
    }
    return Jwts.builder()
        .subject(username)
        .expiration(Date.from(clock.instant().plus(ttl)))
        .signWith(key, Jwts.SIG.HS256)
        .compact();
  }

  /** The server identity, with which an administration call needs no token. */
  public ServerIdentity identity() {
    return ServerIdentity.ofStandIn(credentials.key());
  }

  /** Returns if the token is genuine and has not expired. */
  public void verify(String token) throws AccessException {
    verifier.verify(token);
  }
}
