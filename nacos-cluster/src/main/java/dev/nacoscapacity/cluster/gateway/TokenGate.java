package dev.nacoscapacity.cluster.gateway;

import dev.nacoscapacity.cluster.protocol.ErrorBody;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.RequestParameters;
import dev.nacoscapacity.cluster.proxy.RequestFilter;
import dev.nacoscapacity.cluster.token.AccessException;
import dev.nacoscapacity.cluster.token.TokenVerifier;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Passes requests with a valid token, and requests to paths that need none or for which the
 * registry accepts other credentials. Refuses all others as Nacos 1.4.1 does, including a user and
 * password in place of a token, which only the registry can check.
 */
record TokenGate(TokenVerifier verifier, InstantSource clock) implements RequestFilter {

  private static final AsciiString FORM = HttpHeaderValues.APPLICATION_X_WWW_FORM_URLENCODED;

  /** The token of a request whose parameters cannot be decoded; no verifier accepts it. */
  private static final String MALFORMED = "";

  @Override
  public Optional<FullHttpResponse> answerInstead(FullHttpRequest request) {
    String path = path(request.uri());
    if (Http.OPEN.contains(path) || HttpV3.ADMINISTRATION.contains(path)) {
      return Optional.empty();
    }
    Optional<String> token = token(request);
    if (token.isEmpty()) {
      return Optional.of(refusal(path, "unknown user!"));
    }
    try {
      verifier.verify(token.get());
      return Optional.empty();
    } catch (AccessException e) {
      return Optional.of(refusal(path, e.getMessage()));
    }
  }

  private static String path(String uri) {
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
  }

  /**
   * The token where Nacos's {@code NacosAuthManager} looks for it: in the header, or the one that
   * v3 has of its own, then in the parameter of the URL or, as 1.4.2's config client sends it, of a
   * form.
   */
  private static Optional<String> token(FullHttpRequest request) {
    HttpHeaders headers = request.headers();
    String header = headers.get(HttpHeaderNames.AUTHORIZATION, "");
    String named =
        header.startsWith(Http.BEARER)
            ? header.substring(Http.BEARER.length())
            : headers.get(Http.ACCESS_TOKEN, "");
    Optional<String> token =
        Optional.of(named)
            .filter(text -> !text.isBlank())
            .or(() -> parameter(RequestParameters.of(request.uri(), true)));
    if (token.isEmpty() && FORM.contentEqualsIgnoreCase(HttpUtil.getMimeType(request))) {
      String form = request.content().toString(StandardCharsets.UTF_8);
      token = parameter(RequestParameters.of(form, false));
    }
    return token;
  }

  private static Optional<String> parameter(QueryStringDecoder parameters) {
    try {
      return parameters.parameters().getOrDefault(Http.ACCESS_TOKEN, List.of()).stream()
          .findFirst()
          .filter(token -> !token.isBlank());
    } catch (IllegalArgumentException e) {
      return Optional.of(MALFORMED);
    }
  }

  private FullHttpResponse refusal(String path, String message) {
    HttpResponseStatus status = HttpResponseStatus.FORBIDDEN;
    String body =
        ErrorBody.of(clock.instant(), status.code(), status.reasonPhrase(), message, path);
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json;charset=UTF-8");
    return answer;
  }
}
