package dev.nacoscapacity.cluster.embedded.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.jsonwebtoken.ExpiredJwtException;
import io.jsonwebtoken.JwtException;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;

/**
 * Issues and checks the tokens of one node. With the cache on, a token that was found genuine is
 * not checked again until it expires.
 */
public final class Tokens {

  private static final int CACHED_TOKENS = 50_000;

  private final Credentials credentials;
  private final Duration ttl;
  private final InstantSource clock;
  private final SecretKey key;
  private final JwtParser parser;
  private final Cache<String, Date> verified;

  /**
   * @param ttl of a token, whole seconds
   * @param cache whether to remember verified tokens
   */
  public Tokens(Credentials credentials, Duration ttl, boolean cache, InstantSource clock) {
    this.credentials = credentials;
    this.ttl = ttl;
    this.clock = clock;
    this.key = Keys.hmacShaKeyFor(credentials.secret());
    this.parser = Jwts.parser().verifyWith(key).clock(() -> Date.from(clock.instant())).build();
    this.verified =
        Caffeine.newBuilder()
            .maximumSize(cache ? CACHED_TOKENS : 0)
            .executor(Runnable::run)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .expireAfter(
                Expiry.<String, Date>creating(
                    (token, expiry) -> Duration.ofMillis(expiry.getTime() - clock.millis())))
            .build();
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

  /** Returns if the token is genuine and has not expired. */
  public void verify(String token) throws AccessException {
    if (verified.getIfPresent(token) != null) {
      return;
    }
    try {
      verified.put(token, parser.parseSignedClaims(token).getPayload().getExpiration());
    } catch (ExpiredJwtException e) {
      throw new AccessException("token expired!");
    } catch (JwtException | IllegalArgumentException e) {
      throw new AccessException("token invalid!");
    }
  }
}
