package com.alibaba.nacos.capacity.authcache;

import com.alibaba.nacos.auth.common.AuthConfigs;
import com.alibaba.nacos.console.security.nacos.JwtTokenManager;
import io.jsonwebtoken.Jwts;
import java.util.Date;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Primary;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;

/**
 * Takes the place of the server's token manager and remembers whom it verified. What it has not
 * seen, or no longer knows, the server's own code judges: so a token is refused for the same
 * reasons and with the same exceptions as without this class, and nothing refused is remembered.
 *
 * <p>Users, roles and permissions are none of its business: the server looks them up after the
 * token, with every call, as before. Source: Nacos 1.4.0 to 1.4.8, whose {@code JwtTokenManager} is
 * the same.
 */
@Primary
@Component
public class CachingJwtTokenManager extends JwtTokenManager {

  private final AuthConfigs configs;
  private final VerifiedTokens verified = VerifiedTokens.bounded();

  @Autowired
  public CachingJwtTokenManager(AuthConfigs configs) {
    this.configs = configs;
  }

  @Override
  public void validateToken(String token) {
    if (verified.of(token, configs.getSecretKeyBytes()) == null) {
      super.validateToken(token);
    }
  }

  @Override
  public Authentication getAuthentication(String token) {
    byte[] secret = configs.getSecretKeyBytes();
    Authentication known = verified.of(token, secret);
    if (known == null) {
      known = super.getAuthentication(token);
      verified.put(token, secret, known, expiry(token, secret));
    }
    // A copy, since the server's code may change what it is given.
    return new UsernamePasswordAuthenticationToken(
        known.getPrincipal(), known.getCredentials(), known.getAuthorities());
  }

  long remembered() {
    return verified.size();
  }

  private static Date expiry(String token, byte[] secret) {
    return Jwts.parserBuilder()
        .setSigningKey(secret)
        .build()
        .parseClaimsJws(token)
        .getBody()
        .getExpiration();
  }
}
