package dev.nacoscapacity.cluster.gateway;

import dev.nacoscapacity.cluster.protocol.ErrorBody;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.proxy.RequestFilter;
import dev.nacoscapacity.cluster.token.AccessException;
import dev.nacoscapacity.cluster.token.TokenVerifier;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/**
 * Lets requests pass that present a valid token, and those to paths that need none. Refuses the
 * others as Nacos 1.4.1 does; so, too, a user and password in place of a token, which only the
 * registry can check.
 */
final class TokenGate implements RequestFilter {

  private final TokenVerifier verifier;
  private final InstantSource clock;

  TokenGate(TokenVerifier verifier, InstantSource clock) {
    this.verifier = verifier;
    this.clock = clock;
  }

  @Override
  public FullHttpResponse answerInstead(FullHttpRequest request) {
    String path = path(request.uri());
    if (Http.OPEN.contains(path)) {
      return null;
    }
    String token = PresentedToken.of(request);
    if (token == null) {
      return refusal(path, "unknown user!");
    }
    try {
      verifier.verify(token);
      return null;
    } catch (AccessException e) {
      return refusal(path, e.getMessage());
    }
  }

  private static String path(String uri) {
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
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
