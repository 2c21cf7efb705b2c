package dev.nacoscapacity.cluster.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.Compatibility;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
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
import java.util.Optional;
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
  private final Pace pace;

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
        null,
        Pace.NONE);
  }

  private AdminCalls(
      HttpClient http,
      InetSocketAddress node,
      Duration timeout,
      String token,
      ServerIdentity identity,
      Pace pace) {
    this.http = http;
    this.node = node;
    this.timeout = timeout;
    this.token = token;
    this.identity = identity;
    this.pace = pace;
  }

  AdminCalls withToken(String newToken) {
    return new AdminCalls(http, node, timeout, newToken, identity, pace);
  }

  /** With the servers' identity where a node wants that or a token, and in no other calls. */
  AdminCalls withIdentity(ServerIdentity newIdentity) {
    return new AdminCalls(http, node, timeout, token, newIdentity, pace);
  }

  /** Held back. */
  AdminCalls at(Pace newPace) {
    return new AdminCalls(http, node, timeout, token, identity, newPace);
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

  /** Whether the answer to a client that allows compression is compressed. */
  boolean compresses(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + node() + path))
            .header("Accept-Encoding", "gzip");
    return exchange(request, "GET", path)
        .headers()
        .firstValue("Content-Encoding")
        .filter(encoding -> !encoding.equals("identity"))
        .isPresent();
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
    HttpResponse<String> response = exchange(request, method, path);
    return new Answer(node(), path, response.statusCode(), response.body(), null);
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request, String method, String path) {
    pace.begin();
    try {
      return answered(request, method, path);
    } finally {
      pace.end();
    }
  }

  private HttpResponse<String> answered(HttpRequest.Builder request, String method, String path) {
    String what = method + " " + path;
    if (token != null) {
      request.header(TOKEN_HEADER, Http.BEARER + token);
    }
    if (identity != null && wantsIdentity(path)) {
      request.header(identity.key(), identity.value());
    }
    // HttpRequest.timeout does not include the body.
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request.build(), BodyHandlers.ofString());
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
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

  /** Whether only peers and administrators are let in: the members are guarded since 2.5. */
  private static boolean wantsIdentity(String path) {
    return path.startsWith(HttpV3.ADMIN) || path.equals(Http.CLUSTER_NODES);
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

  /**
   * A node's answer to a call, and the check that it is a good one.
   *
   * @param gone the answer that the node's other API gave before, where that API is absent; or null
   */
  record Answer(String node, String path, int status, String body, Answer gone) {

    private static final ObjectMapper JSON = new ObjectMapper();

    boolean refused() {
      return status == 401 || status == 403;
    }

    /** Whether the node has no such path: it is switched off, removed, or not there yet. */
    boolean absent() {
      return status == 404 || status == 410 || status == 501;
    }

    boolean isV3() {
      return path.startsWith("/nacos/v3/");
    }

    /** The same, given after the other API's answer. */
    Answer after(Answer other) {
      return new Answer(node, path, status, body, other);
    }

    /** The body of a good answer. */
    String text() {
      if (body.startsWith(Http.SERVER_IS_DOWN) || status == 503) {
        throw new AdminException(
            Kind.NOT_READY, node + " cannot serve yet (no raft leader), asked " + path);
      }
      if (refused()) {
        throw new AdminException(Kind.REFUSED, refusal());
      }
      if (absent()) {
        throw new AdminException(Kind.ABSENT, gone == null ? absence() : bothAbsent());
      }
      if (status != 200) {
        throw unexpected("status " + status);
      }
      return body;
    }

    private String refusal() {
      String refusal = node + " refuses " + path + " (" + status + ")";
      if (!wantsIdentity(path)) {
        return refusal;
      }
      return refusal
          + ": log in as an administrator, or set "
          + ServerIdentity.KEY_VARIABLE
          + " and "
          + ServerIdentity.VALUE_VARIABLE
          + " to its nacos.core.auth.server.identity.key and .value"
          + (gone == null ? "" : switchOn(gone).map(mend -> ", or there " + mend).orElse(""));
    }

    /** That the node has no such path, why, and what mends it. */
    String absence() {
      String fault = node + " has no " + path + " (" + status + ")";
      if (isV3()) {
        return fault + ": HTTP v3 came with Nacos 3.0, older servers have v1";
      }
      return fault
          + switchOn(this)
              .map(mend -> ": in its application.properties " + mend)
              .orElse(": Nacos 3.2 and later have HTTP v1 only with " + Compatibility.ADAPTER);
    }

    private String bothAbsent() {
      return gone.status == 410
          ? gone.absence() + "; " + path + " is not there, either (" + status + ")"
          : "%s has neither %s (%d) nor %s (%d): is that a Nacos server's HTTP port?"
              .formatted(node, gone.path, gone.status, path, status);
    }

    /** The switch that brings back what is off; none where no switch would. */
    private static Optional<String> switchOn(Answer absent) {
      return absent.status == 410
          ? Compatibility.of(absent.path).map(key -> "set " + key.property() + "=true")
          : Optional.empty();
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

    /** The same without the envelope that v3 has, which must say that all is well. */
    JsonNode content() {
      JsonNode json = json();
      if (!isV3()) {
        return json;
      }
      int code = json.path("code").asInt(-1);
      if (code != HttpV3.SUCCESS) {
        throw unexpected("code " + code);
      }
      return json.path("data");
    }

    AdminException unexpected(String what) {
      return new AdminException(Kind.UNEXPECTED, node + " answered " + path + " with " + what);
    }
  }
}
