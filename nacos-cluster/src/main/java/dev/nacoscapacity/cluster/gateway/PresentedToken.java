package dev.nacoscapacity.cluster.gateway;

import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Finds the token of a request where Nacos's {@code NacosAuthManager} looks for it: the header,
 * then the parameter, in the URL or, as 1.4.2's config client sends it, in a form.
 */
final class PresentedToken {

  private static final String PARAMETER = Http.ACCESS_TOKEN + "=";

  private PresentedToken() {}

  /** The token, or null when there is none. */
  static String of(FullHttpRequest request) {
    String header = request.headers().get(HttpHeaderNames.AUTHORIZATION);
    if (header != null && header.startsWith(Http.BEARER)) {
      return header.substring(Http.BEARER.length());
    }
    int query = request.uri().indexOf('?');
    String token = query < 0 ? null : parameter(request.uri(), query + 1);
    if (token == null && isForm(request)) {
      token = parameter(request.content().toString(StandardCharsets.ISO_8859_1), 0);
    }
    return token;
  }

  private static boolean isForm(FullHttpRequest request) {
    String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE);
    return request.content().isReadable()
        && type != null
        && type.regionMatches(
            true, 0, HttpHeaderValues.APPLICATION_X_WWW_FORM_URLENCODED.toString(), 0, 33);
  }

  private static String parameter(String encoded, int from) {
    int start = from;
    while (start < encoded.length()) {
      int end = encoded.indexOf('&', start);
      end = end < 0 ? encoded.length() : end;
      if (encoded.startsWith(PARAMETER, start)) {
        return decoded(encoded.substring(start + PARAMETER.length(), end));
      }
      start = end + 1;
    }
    return null;
  }

  private static String decoded(String value) {
    try {
      String text = QueryStringDecoder.decodeComponent(value);
      return text.isBlank() ? null : text;
    } catch (IllegalArgumentException e) {
      return value; // A percent sign that stands alone: no token either way.
    }
  }
}
