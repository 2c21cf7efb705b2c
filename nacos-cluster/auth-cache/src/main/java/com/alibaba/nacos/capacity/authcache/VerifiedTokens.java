package com.alibaba.nacos.capacity.authcache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.util.Arrays;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.springframework.security.core.Authentication;

/**
 * The users of verified tokens, until the tokens expire. Bounded by the total length of the tokens;
 * beyond that the least used ones are evicted. Safe for use by many threads.
 */
final class VerifiedTokens {

  /** In characters: some 60,000 of Nacos's tokens, in less than 60 MB with all that belongs. */
  private static final long BOUND = 8L << 20;

  private final Cache<String, VerifiedToken> tokens;

  private VerifiedTokens(Cache<String, VerifiedToken> tokens) {
    this.tokens = tokens;
  }

  static VerifiedTokens bounded() {
    return bounded(BOUND, System::currentTimeMillis);
  }

  /**
   * @param characters largest total length of the tokens
   * @param clock milliseconds since 1970, as a token's expiry is given
   */
  static VerifiedTokens bounded(long characters, LongSupplier clock) {
    return new VerifiedTokens(
        Caffeine.newBuilder()
            .maximumWeight(characters)
            .<String, VerifiedToken>weigher((token, verified) -> token.length())
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.getAsLong()))
            .expireAfter(new TokenExpiry())
            .build());
  }

  /** The token's user, if the token was verified with this secret; otherwise null. */
  Authentication of(String token, byte[] secret) {
    VerifiedToken entry = tokens.getIfPresent(token);
    return entry != null && Arrays.equals(secret, entry.secret) ? entry.authentication : null;
  }

  /**
   * Caches a verified token.
   *
   * @param expiry null for a token that never expires, which is not cached
   */
  void put(String token, byte[] secret, Authentication authentication, Date expiry) {
    if (expiry != null) {
      tokens.put(token, new VerifiedToken(authentication, secret, expiry.getTime()));
    }
  }

  /** An upper bound of the number of cached tokens. */
  long size() {
    tokens.cleanUp();
    return tokens.estimatedSize();
  }

  private static final class VerifiedToken {

    private final Authentication authentication;
    private final byte[] secret;
    private final long expiryMillis;

    VerifiedToken(Authentication authentication, byte[] secret, long expiryMillis) {
      this.authentication = authentication;
      this.secret = secret;
      this.expiryMillis = expiryMillis;
    }
  }

  private static final class TokenExpiry implements Expiry<String, VerifiedToken> {

    @Override
    public long expireAfterCreate(String token, VerifiedToken verified, long now) {
      return Math.max(0, TimeUnit.MILLISECONDS.toNanos(verified.expiryMillis) - now);
    }

    @Override
    public long expireAfterUpdate(String token, VerifiedToken verified, long now, long remaining) {
      return expireAfterCreate(token, verified, now);
    }

    @Override
    public long expireAfterRead(String token, VerifiedToken verified, long now, long remaining) {
      return remaining;
    }
  }
}
