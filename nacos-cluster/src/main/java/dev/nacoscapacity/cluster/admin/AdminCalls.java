package dev.nacoscapacity.cluster.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.Compatibility;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.UnexpectedAnswer;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.reach.TlsFault;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import io.netty.buffer.Unpooled;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.EOFException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * HTTP calls to one node, each with a time limit from connecting to the last byte.
 *
 * @param token asked for each call; supplies null for none
 * @param identity the servers', which is only sent where a node requires it or a token
 */
@RecordBuilder
record AdminCalls(
    NodeHttp http,
    Reach reach,
    Duration timeout,
    Supplier<String> token,
    Optional<ServerIdentity> identity,
    CallThrottle pace)
    implements AdminCallsBuilder.With {

  private static final String TOKEN_HEADER = "Authorization";

  static AdminCalls of(InetSocketAddress node, Reach reach, boolean ofEntry, Duration timeout) {
    NodeHttp http = new NodeHttp(node, reach.http(ofEntry), timeout);
    return new AdminCalls(http, reach, timeout, () -> null, Optional.empty(), CallThrottle.NONE);
  }

  /** The node's address, for messages. */
  String node() {
    return Endpoint.name(http.server());
  }

  /** Sends parameters in the query. */
  Answer send(String method, String path, Map<String, String> parameters) {
    String query = parameters.isEmpty() ? "" : "?" + encode(parameters);
    return send(request(method, path, query, ""), path);
  }

  /** Whether the answer to a client that allows compression is compressed. */
  boolean compresses(String path) {
    FullHttpRequest request = request("GET", path, "", "");
    request.headers().set(HttpHeaderNames.ACCEPT_ENCODING, "gzip");
    return !exchange(request, path).encoding().equals("identity");
  }

  /** Sends parameters in the body, so that a password is in no access log. */
  Answer post(String path, Map<String, String> form) {
    FullHttpRequest request = request("POST", path, "", encode(form));
    request.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/x-www-form-urlencoded");
    return send(request, path);
  }

  private FullHttpRequest request(String method, String path, String query, String body) {
    return new DefaultFullHttpRequest(
        HttpVersion.HTTP_1_1,
        HttpMethod.valueOf(method),
        reach.path(path) + query,
        Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
  }

  private Answer send(FullHttpRequest request, String path) {
    return new Answer(node(), path, reach.path(path), exchange(request, path), Optional.empty());
  }

  private NodeHttp.Reply exchange(FullHttpRequest request, String path) {
    pace.begin();
    try {
      return answered(request, path);
    } finally {
      pace.end();
    }
  }

  private NodeHttp.Reply answered(FullHttpRequest request, String path) {
    String what = request.method() + " " + reach.path(path);
    String current = token.get();
    if (current != null) {
      request.headers().set(TOKEN_HEADER, Http.BEARER + current);
    }
    identity
        .filter(servers -> wantsIdentity(path))
        .ifPresent(servers -> request.headers().set(servers.key(), servers.value()));
    CompletableFuture<NodeHttp.Reply> answer = http.send(request);
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw timedOut(what);
    } catch (ExecutionException e) {
      throw failure(e.getCause(), what);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdminException(Kind.TIMED_OUT, what + " to " + node() + " was interrupted");
    } finally {
      answer.cancel(true);
    }
  }

  /** Whether only peers and administrators are let in: the members are guarded since 2.5. */
  private static boolean wantsIdentity(String path) {
    return path.startsWith(HttpV3.ADMIN) || path.equals(Http.CLUSTER_NODES);
  }

  private AdminException failure(Throwable cause, String what) {
    if (cause instanceof ConnectTimeoutException) {
      return timedOut(what);
    }
    Optional<String> tls = TlsFault.of(cause, node());
    if (tls.isPresent()) {
      return new AdminException(Kind.NO_TLS, tls.get());
    }
    if (cause instanceof EOFException) {
      return http.isPlain()
          ? new AdminException(
              Kind.UNEXPECTED,
              "%s closed the connection without an answer (does it want TLS? then add --tls), asked %s"
                  .formatted(node(), what))
          : new AdminException(Kind.NO_TLS, TlsFault.ended(node()));
    }
    if (cause instanceof TooLongFrameException) {
      return new AdminException(
          Kind.UNEXPECTED, "%s answers more than can be read, asked %s".formatted(node(), what));
    }
    if (cause instanceof ProtocolException) {
      return new AdminException(
          Kind.UNEXPECTED,
          "%s does not speak HTTP%s, asked %s"
              .formatted(node(), http.isPlain() ? " without TLS (with it: --tls)" : "", what));
    }
    return new AdminException(
        Kind.UNREACHABLE, node() + " is unreachable (" + kind(cause) + "), asked " + what);
  }

  /**
   * The kind of a failure by the name of Java's exception, since Netty has subclasses of its own.
   */
  private static String kind(Throwable cause) {
    Class<?> kind = cause.getClass();
    while (!kind.getName().startsWith("java.")) {
      kind = kind.getSuperclass();
    }
    return kind.getSimpleName();
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
   * @param path the path with the default context path
   * @param shown the path with the node's own context path
   * @param otherAnswer the earlier answer of the node's other API, if that API is absent
   */
  record Answer(
      String node, String path, String shown, NodeHttp.Reply reply, Optional<Answer> otherAnswer) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The answers of Tomcat, nginx and Go to plain HTTP on a TLS port. */
    private static final Pattern WANTS_TLS =
        Pattern.compile("requires TLS|to HTTPS port|to an HTTPS server");

    int status() {
      return reply.status();
    }

    String body() {
      return reply.body();
    }

    /** The answer as one that the call did not hope for. */
    UnexpectedAnswer strange() {
      return UnexpectedAnswer.of(status(), reply.server(), reply.location(), body());
    }

    /** Whether the status refuses, which a gateway may do in the node's place. */
    private boolean isRefusal() {
      return status() == 401 || status() == 403;
    }

    /** Whether the node refuses. */
    boolean refused() {
      return isRefusal() && !strange().isOfGateway();
    }

    /** Whether the node has no such path: it is switched off, removed, or not there yet. */
    boolean absent() {
      return status() == 404 || status() == 410 || status() == 501;
    }

    boolean isV3() {
      return path.startsWith("/nacos/v3/");
    }

    /** The same answer, with the earlier answer of the other API. */
    Answer after(Answer other) {
      return new Answer(node(), path, shown, reply, Optional.of(other));
    }

    /** The body of a successful answer. */
    String text() {
      if (body().startsWith(Http.SERVER_IS_DOWN)) {
        throw new AdminException(
            Kind.NOT_READY, node + " cannot serve yet (no raft leader), asked " + shown);
      }
      if (status() == 200) {
        return body();
      }
      if (absent()) {
        throw new AdminException(
            Kind.ABSENT, otherAnswer.map(this::bothAbsent).orElseGet(this::absence));
      }
      if (status() == 400 && WANTS_TLS.matcher(body()).find()) {
        throw new AdminException(Kind.NO_TLS, node + " wants TLS: add --tls");
      }
      UnexpectedAnswer strange = strange();
      if (strange.isOfGateway()) {
        throw inPlace(strange);
      }
      if (refused()) {
        throw new AdminException(Kind.REFUSED, refusal());
      }
      if (status() == 503) {
        throw new AdminException(
            Kind.NOT_READY,
            "%s cannot serve yet (%s), asked %s".formatted(node, strange.statement(), shown));
      }
      throw unexpected("");
    }

    private AdminException inPlace(UnexpectedAnswer strange) {
      String fact =
          "%s answered %s in place of %s with %s"
              .formatted(strange.author(), shown, node, strange.statement());
      return strange.isForSilentNode()
          ? new AdminException(Kind.UNREACHABLE, fact)
          : new AdminException(
              isRefusal() ? Kind.BLOCKED : Kind.GATEWAY, fact + ": " + strange.remedy());
    }

    private String refusal() {
      String words = strange().words();
      String refusal =
          "%s refuses %s (%d%s)"
              .formatted(node, shown, status(), words.isEmpty() ? "" : ", \"" + words + '"');
      if (!wantsIdentity(path)) {
        return refusal;
      }
      return refusal
          + ": log in as an administrator, or set "
          + ServerIdentity.KEY_VARIABLE
          + " and "
          + ServerIdentity.VALUE_VARIABLE
          + " to its nacos.core.auth.server.identity.key and .value"
          + otherAnswer.flatMap(Answer::switchOn).map(remedy -> ", or there " + remedy).orElse("");
    }

    /** A message that the node does not have this path, with reason and remedy. */
    String absence() {
      if (strange().isOfGateway()) {
        return inPlace(strange()).getMessage();
      }
      String fault = node + " has no " + shown + " (" + status() + ")";
      if (status() == 404 && path.startsWith(Http.CONSOLE)) {
        return fault + ": it serves no console on this port";
      }
      if (isV3()) {
        return fault + ": HTTP v3 came with Nacos 3.0, older servers have v1";
      }
      return fault
          + switchOn(this)
              .map(remedy -> ": in its application.properties " + remedy)
              .orElse(": Nacos 3.2 and later have HTTP v1 only with " + Compatibility.ADAPTER);
    }

    private String bothAbsent(Answer other) {
      return other.status() == 410
          ? other.absence() + "; " + shown + " is not there, either (" + status() + ")"
          : ("%s has neither %s (%d) nor %s (%d)%s: is that a Nacos server's HTTP port,"
                  + " and its context path right (--context-path)?")
              .formatted(
                  node,
                  other.shown,
                  other.status(),
                  shown,
                  status(),
                  strange().isOfGateway() ? ", says " + strange().author() : "");
    }

    /** The setting that turns the API on again; empty when there is none. */
    private static Optional<String> switchOn(Answer absent) {
      return absent.status() == 410
          ? Compatibility.of(absent.path).map(key -> "set " + key.property() + "=true")
          : Optional.empty();
    }

    /** The body of a successful answer that is a JSON object. */
    JsonNode json() {
      try {
        JsonNode json = JSON.readTree(text());
        if (!json.isObject()) {
          throw unexpected("no JSON object");
        }
        return json;
      } catch (JsonProcessingException e) {
        // No cause: Jackson's message quotes the body, which may hold a token.
        UnexpectedAnswer strange = strange();
        throw strange.isOfGateway() ? inPlace(strange) : unexpected("no JSON");
      }
    }

    /** The JSON without the envelope of v3, which must report success. */
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

    /**
     * @param what is wrong with it, beside what it says itself; may be empty
     */
    AdminException unexpected(String what) {
      UnexpectedAnswer strange = strange();
      boolean own = strange.origin() == UnexpectedAnswer.Author.NACOS;
      String says = strange.words().isEmpty() ? "" : " (\"" + strange.words() + "\")";
      return new AdminException(
          own && !says.isEmpty() ? Kind.FAILED : Kind.UNEXPECTED,
          what.isEmpty()
              ? "%s answered %s with %s".formatted(node, shown, strange.statement())
              : "%s answered %s%s with %s".formatted(node, shown, says, what));
    }
  }
}
