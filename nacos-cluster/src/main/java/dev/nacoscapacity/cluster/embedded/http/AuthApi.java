package dev.nacoscapacity.cluster.embedded.http;

import dev.nacoscapacity.cluster.embedded.auth.Tokens;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.token.AccessException;
import java.util.Map;

/** Login, and the check of tokens. After Nacos 1.4.1's {@code NacosAuthManager}. */
final class AuthApi {

  private final Tokens tokens;

  AuthApi(Tokens tokens) {
    this.tokens = tokens;
  }

  void login(HttpExchange exchange) {
    Request request = exchange.request();
    String token;
    try {
      token = tokens.login(request.param("username"), request.param("password"));
    } catch (AccessException e) {
      exchange.text(403, e.getMessage());
      return;
    }
    exchange.answer(
        200,
        "application/json;charset=UTF-8",
        Map.of("Authorization", Http.BEARER + token),
        Json.object()
            .put(Http.ACCESS_TOKEN, token)
            .put("tokenTtl", tokens.ttl().toSeconds())
            .put("globalAdmin", true)
            .toString());
  }

  /** Whether the request carries a valid token, or user and password; if not, it is answered. */
  boolean admits(HttpExchange exchange) {
    try {
      Request request = exchange.request();
      String token = token(request);
      if (token == null) {
        tokens.login(request.param("username"), request.param("password"));
      } else {
        tokens.verify(token);
      }
      return true;
    } catch (AccessException e) {
      exchange.refused(403, "Forbidden", e.getMessage());
      return false;
    }
  }

  private static String token(Request request) {
    String header = request.header("Authorization");
    return header != null && header.startsWith(Http.BEARER)
        ? header.substring(Http.BEARER.length())
        : request.param(Http.ACCESS_TOKEN);
  }
}
