package dev.nacoscapacity.cluster.standin.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.protocol.Compatibility;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.auth.TokenIssuer;
import dev.nacoscapacity.cluster.standin.http.HttpExchange.BadRequest;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.token.AccessException;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Routes each request to its handler, after the checks of Nacos's filters: is there a raft leader,
 * is the API switched off, is there a valid token. After Nacos 1.4.1's {@code TrafficReviseFilter},
 * {@code AuthFilter} and {@code NacosAuthManager}, and 3.1's {@code ApiCompatibilityFilter}. Unlike
 * 3.1 until 3.2.1, it checks for a leader and forwards to owners over v3, too (alibaba/nacos issue
 * 14992).
 */
public final class Api {

  private static final String V1 = "/nacos/v1/";
  private static final String V3 = "/nacos/v3/";
  private static final String NAMING_V1 = V1 + "ns/";
  private static final String NAMING_V3 = V3 + "client/ns/";
  private static final String NAMING_ADMIN = HttpV3.ADMIN + "ns/";

  private final Members members;
  private final TokenIssuer tokens;
  private final V1Support v1;
  private final Map<String, Consumer<HttpExchange>> open = new HashMap<>();
  private final Map<String, Consumer<HttpExchange>> secured = new HashMap<>();

  /**
   * @param v1 how much of HTTP v1 there is, beside v3
   */
  public Api(Members members, TokenIssuer tokens, V1Support v1) {
    this.members = members;
    this.tokens = tokens;
    this.v1 = v1;
    addOpen(Http.LOGIN, this::login);
    addOpen(Http.CLIENT_LOGIN, this::login);
    addOpen(HttpV3.LOGIN, this::login);
  }

  /** Adds a path that needs no token, for every method. */
  void addOpen(String path, Consumer<HttpExchange> handler) {
    open.put(path, handler);
  }

  /**
   * Adds a call that needs a token when auth is on or, in v3's administration API, a token or the
   * servers' identity in any case.
   */
  void add(String method, String path, Consumer<HttpExchange> handler) {
    secured.put(path + ' ' + method, handler);
  }

  void handle(HttpExchange exchange) {
    String path = "";
    try {
      path = exchange.path();
      if (isNaming(path) && members.leader() < 0) {
        exchange.text(503, Http.SERVER_IS_DOWN + " now, please try again later!");
        return;
      }
      if (path.startsWith(V1) && !v1.has(path)) {
        refuseOld(exchange, path);
        return;
      }
      Consumer<HttpExchange> handler = open.get(path);
      if (handler == null) {
        handler = secured.get(path + ' ' + exchange.method());
        if (handler == null) {
          notImplemented(exchange);
          return;
        }
        admit(exchange, path);
      }
      handler.accept(exchange);
    } catch (AccessException e) {
      exchange.refuse(403, "Forbidden", e.getMessage());
    } catch (BadRequest e) {
      if (path.startsWith(V3)) {
        exchange.badRequest(e.getMessage());
      } else {
        exchange.text(400, e.getMessage());
      }
    } catch (RuntimeException e) {
      exchange.refuse(500, "Internal Server Error", "Server failed," + e);
    }
  }

  private static boolean isNaming(String path) {
    return path.startsWith(NAMING_V1)
        || path.startsWith(NAMING_V3)
        || path.startsWith(NAMING_ADMIN);
  }

  private static void notImplemented(HttpExchange exchange) {
    exchange.refuse(
        501, "Not Implemented", "no such api:" + exchange.method() + ":" + exchange.path());
  }

  private void refuseOld(HttpExchange exchange, String path) {
    Optional<Compatibility> key =
        v1 == V1Support.REMOVED ? Optional.empty() : Compatibility.of(path);
    if (key.isEmpty()) {
      exchange.refuse(404, "Not Found", "No static resource " + path + ".");
    } else {
      String message = "deprecated: set `%s=true` to go on".formatted(key.get().property());
      exchange.refuse(410, "Gone", HttpExchange.envelope(HttpV3.API_DEPRECATED, message, "null"));
    }
  }

  private void admit(HttpExchange exchange, String path) throws AccessException {
    if (path.startsWith(HttpV3.ADMIN)) {
      ServerIdentity identity = tokens.identity();
      if (!identity.value().equals(exchange.header(identity.key()))) {
        requireToken(exchange);
      }
    } else if (tokens.required()) {
      requireToken(exchange);
    }
  }

  /** A valid token, or user and password. */
  private void requireToken(HttpExchange exchange) throws AccessException {
    String header = exchange.header("Authorization");
    String token =
        header.startsWith(Http.BEARER)
            ? header.substring(Http.BEARER.length())
            : exchange.header(Http.ACCESS_TOKEN);
    token = token.isEmpty() ? exchange.param(Http.ACCESS_TOKEN) : token;
    if (token == null) {
      tokens.login(exchange.param("username"), exchange.param("password"));
    } else {
      tokens.verify(token);
    }
  }

  private void login(HttpExchange exchange) {
    try {
      String token = tokens.login(exchange.param("username"), exchange.param("password"));
      ObjectNode answer =
          JsonText.object()
              .put(Http.ACCESS_TOKEN, token)
              .put("tokenTtl", tokens.ttl().toSeconds())
              .put("globalAdmin", true);
      if (exchange.path().equals(HttpV3.LOGIN)) {
        answer.put("username", exchange.param("username"));
      }
      exchange.answer(
          200,
          "application/json;charset=UTF-8",
          Map.of("Authorization", Http.BEARER + token),
          answer.toString());
    } catch (AccessException e) {
      exchange.text(403, e.getMessage());
    }
  }
}
