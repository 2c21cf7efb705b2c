package dev.nacoscapacity.cluster.embedded.http;

import dev.nacoscapacity.cluster.embedded.auth.Tokens;
import dev.nacoscapacity.cluster.embedded.http.HttpExchange.BadRequest;
import dev.nacoscapacity.cluster.embedded.registry.Members;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.token.AccessException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Leads each request to its handler, past the checks of Nacos's filters: is there a raft leader, is
 * there a valid token. After Nacos 1.4.1's {@code TrafficReviseFilter}, {@code AuthFilter} and
 * {@code NacosAuthManager}.
 */
final class Api {

  private static final String NAMING = "/nacos/v1/ns/";

  private final Members members;
  private final Tokens tokens;
  private final Map<String, Consumer<HttpExchange>> open = new HashMap<>();
  private final Map<String, Consumer<HttpExchange>> secured = new HashMap<>();

  Api(Members members, Tokens tokens) {
    this.members = members;
    this.tokens = tokens;
    addOpen(Http.LOGIN, this::login);
    addOpen(Http.CLIENT_LOGIN, this::login);
  }

  /** Adds a path that needs no token, for every method. */
  void addOpen(String path, Consumer<HttpExchange> handler) {
    open.put(path, handler);
  }

  /** Adds a call that needs a token when auth is on. */
  void add(String method, String path, Consumer<HttpExchange> handler) {
    secured.put(path + ' ' + method, handler);
  }

  void handle(HttpExchange exchange) {
    try {
      String path = exchange.path();
      if (path.startsWith(NAMING) && members.leader() < 0) {
        exchange.text(503, Http.SERVER_IS_DOWN + " now, please try again later!");
        return;
      }
      Consumer<HttpExchange> handler = open.get(path);
      if (handler == null) {
        admit(exchange);
        handler = secured.getOrDefault(path + ' ' + exchange.method(), Api::notImplemented);
      }
      handler.accept(exchange);
    } catch (AccessException e) {
      exchange.refuse(403, "Forbidden", e.getMessage());
    } catch (BadRequest e) {
      exchange.text(400, e.getMessage());
    } catch (RuntimeException e) {
      exchange.refuse(500, "Internal Server Error", "Server failed," + e);
    }
  }

  private static void notImplemented(HttpExchange exchange) {
    exchange.refuse(
        501, "Not Implemented", "no such api:" + exchange.method() + ":" + exchange.path());
  }

  /** A valid token, or user and password. */
  private void admit(HttpExchange exchange) throws AccessException {
    if (!tokens.required()) {
      return;
    }
    String header = exchange.header("Authorization");
    String token =
        header != null && header.startsWith(Http.BEARER)
            ? header.substring(Http.BEARER.length())
            : exchange.param(Http.ACCESS_TOKEN);
    if (token == null) {
      tokens.login(exchange.param("username"), exchange.param("password"));
    } else {
      tokens.verify(token);
    }
  }

  private void login(HttpExchange exchange) {
    try {
      String token = tokens.login(exchange.param("username"), exchange.param("password"));
      exchange.answer(
          200,
          "application/json;charset=UTF-8",
          Map.of("Authorization", Http.BEARER + token),
          Json.object()
              .put(Http.ACCESS_TOKEN, token)
              .put("tokenTtl", tokens.ttl().toSeconds())
              .put("globalAdmin", true)
              .toString());
    } catch (AccessException e) {
      exchange.text(403, e.getMessage());
    }
  }
}
