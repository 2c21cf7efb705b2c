package dev.nacoscapacity.peer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.jsonwebtoken.JwtException;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Passes on requests with a valid token (a parameter or a Bearer header) that has not expired. */
final class TokenFilter implements GlobalFilter, Ordered {

  private static final String BEARER = "Bearer ";
  private static final int CACHED_TOKENS = 50_000;

  private final JwtParser parser;
  private final Cache<String, Date> verified;

  TokenFilter(String key, boolean cache) {
    parser = Jwts.parser().verifyWith(Keys.hmacShaKeyFor(Base64.getDecoder().decode(key))).build();
    verified =
        Caffeine.newBuilder()
            .maximumSize(cache ? CACHED_TOKENS : 0)
            .executor(Runnable::run)
            .expireAfter(
                Expiry.<String, Date>creating(
                    (token, expiry) ->
                        Duration.ofMillis(expiry.getTime() - System.currentTimeMillis())))
            .build();
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
    if (admits(token(exchange.getRequest()))) {
      return chain.filter(exchange);
    }
    exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
    return exchange.getResponse().setComplete();
  }

  private static String token(ServerHttpRequest request) {
    String header = request.getHeaders().getFirst("Authorization");
    return header != null && header.startsWith(BEARER)
        ? header.substring(BEARER.length())
        : request.getQueryParams().getFirst("accessToken");
  }

  private boolean admits(String token) {
    if (token == null) {
      return false;
    }
    if (verified.getIfPresent(token) != null) {
      return true;
    }
    try {
      verified.put(token, parser.parseSignedClaims(token).getPayload().getExpiration());
      return true;
    } catch (JwtException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }
}
