package dev.nacoscapacity.cluster.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.jsonwebtoken.ExpiredJwtException;
import io.jsonwebtoken.JwtException;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.Jwts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Verifies the signature and the expiry of Nacos's tokens. With the cache on, a verified token is
 * not checked again until it expires; the cache is bounded. Safe for use by many threads.
 */
public final class TokenVerifier {

  private static final int CACHED_TOKENS = 50_000;

  /**
   * Form of Nacos's tokens, with generous lengths. Base64 decoders ignore what follows the end, so
   * that without this check one token would have any number of spellings, each cached.
   */
  private static final Pattern COMPACT =
      Pattern.compile("[\\w-]{1,8192}\\.[\\w-]{1,8192}\\.[\\w-]{1,8192}");

  private final JwtParser parser;
  private final Cache<String, Date> verified;

  /**
   * @param cache whether to remember verified tokens, at most {@value #CACHED_TOKENS}
   */
  public TokenVerifier(TokenKey key, boolean cache, InstantSource clock) {
    this.parser =
        Jwts.parser().verifyWith(key.secret()).clock(() -> Date.from(clock.instant())).build();
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

  /**
   * Returns if the token is genuine and has not expired.
   *
   * @throws AccessException otherwise, and for one that would never expire: Nacos issues none
   */
  public void verify(String token) throws AccessException {
    if (verified.getIfPresent(token) != null) {
      return;
    }
    if (!COMPACT.matcher(token).matches()) {
      throw new AccessException("token invalid!");
    }
    try {
      Date expiry = parser.parseSignedClaims(token).getPayload().getExpiration();
      if (expiry == null) {
        throw new AccessException("token invalid!");
      }
      verified.put(token, expiry);
    } catch (ExpiredJwtException e) {
      throw new AccessException("token expired!");
    } catch (JwtException | IllegalArgumentException e) {
      throw new AccessException("token invalid!");
    }
  }
}
