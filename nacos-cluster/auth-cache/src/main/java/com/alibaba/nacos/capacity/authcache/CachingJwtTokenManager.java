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
 * Replaces the server's token manager and caches verified tokens. Any other token is verified by
 * the server's own code, so that it is refused for the same reasons and with the same exceptions as
 * without this class; refusals are not cached.
 *
 * <p>Users, roles and permissions are not cached here: the server looks them up after the token,
 * with every call, as before. Source: Nacos 1.4.0 to 1.4.8, whose {@code JwtTokenManager} is the
 * same.
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
    Authentication authentication = verified.of(token, secret);
    if (authentication == null) {
      authentication = super.getAuthentication(token);
      verified.put(token, secret, authentication, expiry(token, secret));
    }
    // A copy, since the server's code may modify it.
    return new UsernamePasswordAuthenticationToken(
        authentication.getPrincipal(),
        authentication.getCredentials(),
        authentication.getAuthorities());
  }

  long cached() {
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
