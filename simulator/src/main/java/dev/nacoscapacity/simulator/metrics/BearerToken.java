package dev.nacoscapacity.simulator.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.security.MessageDigest;

/** Lets in who presents a token, as {@code Authorization: Bearer}. */
final class BearerToken extends Filter {

  private static final int UNAUTHORIZED = 401;

  private final byte[] expectedHeader;

  BearerToken(String token) {
    this.expectedHeader = ("Bearer " + token).getBytes(UTF_8);
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    String shown = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    // Takes the same time whatever is shown.
    if (MessageDigest.isEqual(expectedHeader, shown.getBytes(UTF_8))) {
      chain.doFilter(exchange);
      return;
    }
    try (exchange) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      exchange.sendResponseHeaders(UNAUTHORIZED, -1);
    }
  }

  @Override
  public String description() {
    return "answers to who has the token";
  }
}
