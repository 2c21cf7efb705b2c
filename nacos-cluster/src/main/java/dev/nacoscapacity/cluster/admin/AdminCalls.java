package dev.nacoscapacity.cluster.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** HTTP calls to one node, each with a time limit from connecting to the last byte. */
final class AdminCalls {

  private static final String TOKEN_HEADER = "Authorization";

  private final HttpClient http;
  private final InetSocketAddress node;
  private final Duration timeout;
  private final String token;
  private final ServerIdentity identity;

  AdminCalls(InetSocketAddress node, Duration timeout) {
    // NO_PROXY: calls go directly to the node, whatever this JVM's http.proxyHost says.
    this(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(timeout)
            .build(),
        node,
        timeout,
        null,
        null);
  }

  private AdminCalls(
      HttpClient http,
      InetSocketAddress node,
      Duration timeout,
      String token,
      ServerIdentity identity) {
    this.http = http;
    this.node = node;
    this.timeout = timeout;
    this.token = token;
    this.identity = identity;
  }

  AdminCalls withToken(String newToken) {
    return new AdminCalls(http, node, timeout, newToken, identity);
  }

  AdminCalls withIdentity(ServerIdentity newIdentity) {
    return new AdminCalls(http, node, timeout, token, newIdentity);
  }

  String node() {
    return node.getHostString() + ":" + node.getPort();
  }

  /** Sends parameters in the query. */
  Answer send(String method, String path, Map<String, String> parameters) {
    String query = parameters.isEmpty() ? "" : "?" + encode(parameters);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + node() + path + query))
            .method(method, BodyPublishers.noBody());
    return send(request, method, path);
  }

  /** Asks as a node of the registry would, if its identity is known. */
  Answer getAsMember(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + node() + path));
    if (identity != null) {
      request.header(identity.key(), identity.value());
    }
    return send(request, "GET", path);
  }

  /** Sends parameters in the body, so that a password is in no access log. */
  Answer post(String path, Map<String, String> form) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + node() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encode(form)));
    return send(request, "POST", path);
  }

  private Answer send(HttpRequest.Builder request, String method, String path) {
    String what = method + " " + path;
    if (token != null) {
      request.header(TOKEN_HEADER, "Bearer " + token);
    }
    // HttpRequest.timeout does not include the body.
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request.build(), BodyHandlers.ofString());
    try {
      HttpResponse<String> response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(node(), path, response.statusCode(), response.body());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw timedOut(what);
    } catch (ExecutionException e) {
      throw failure(e.getCause(), what);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new AdminException(Kind.TIMED_OUT, what + " to " + node() + " was interrupted");
    }
  }

  private AdminException failure(Throwable cause, String what) {
    if (cause instanceof HttpTimeoutException) {
      return timedOut(what);
    }
    if (cause instanceof ProtocolException) {
      return new AdminException(Kind.UNEXPECTED, node() + " does not speak HTTP, asked " + what);
    }
    return new AdminException(
        Kind.UNREACHABLE,
        node() + " is unreachable (" + cause.getClass().getSimpleName() + "), asked " + what);
  }

  private AdminException timedOut(String what) {
    return new AdminException(
        Kind.TIMED_OUT, node() + " did not answer in " + timeout.toMillis() + " ms, asked " + what);
  }

  private static String encode(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** A node's answer to a call, and the check that it is a good one. */
  record Answer(String node, String path, int status, String body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    boolean refused() {
      return status == 401 || status == 403;
    }

    /** Whether the node has no such call, or has it switched off, as 3.x does with v1. */
    boolean absent() {
      return status == 404 || status == 410;
    }

    /** The body of a good answer. */
    String text() {
      if (body.startsWith(Http.SERVER_IS_DOWN) || status == 503) {
        throw new AdminException(
            Kind.NOT_READY, node + " cannot serve yet (no raft leader), asked " + path);
      }
      if (refused()) {
        throw new AdminException(Kind.REFUSED, node + " refuses " + path + " (" + status + ")");
      }
      if (status != 200) {
        throw unexpected("status " + status);
      }
      return body;
    }

    /** The body of a good answer that is a JSON object. */
    JsonNode json() {
      try {
        JsonNode json = JSON.readTree(text());
        if (!json.isObject()) {
          throw unexpected("no JSON object");
        }
        return json;
      } catch (JsonProcessingException e) {
        // No cause: Jackson's message quotes the body, which may hold a token.
        throw unexpected("no JSON");
      }
    }

    AdminException unexpected(String what) {
      return new AdminException(Kind.UNEXPECTED, node + " answered " + path + " with " + what);
    }
  }
}
