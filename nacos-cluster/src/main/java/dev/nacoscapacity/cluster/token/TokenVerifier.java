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
 * Checks tokens as Nacos issues them: genuine, and not expired. With the cache on, one that was
 * found so is not checked again until it expires; the cache never outlives a token, and is bounded.
 * Safe for use by many threads.
 */
public final class TokenVerifier {

  private static final int CACHED_TOKENS = 50_000;

  /**
   * What a token of Nacos's looks like, with room to spare. Parsers of Base64 pass over what
   * follows its end, so that one token had endlessly many spellings, of any length.
   */
  private static final Pattern COMPACT =
      Pattern.compile("[\\w-]{1,8192}\\.[\\w-]{1,8192}\\.[\\w-]{1,8192}");

  private final JwtParser parser;
  private final Cache<String, Date> verified;

  /**
   * @param cache whether to remember verified tokens, the {@value #CACHED_TOKENS} most useful ones
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
