package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.util.Set;

/**
 * Refuses requests (421) that do not name a server on loopback as it is: a page of elsewhere whose
 * name was made to point here must not read what is served.
 */
public final class OwnName extends Filter {

  private static final int MISDIRECTED = 421;

  private final int port;

  /**
   * @param server bound to loopback
   */
  public OwnName(HttpServer server) {
    this.port = server.getAddress().getPort();
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    Set<String> names = Set.of("127.0.0.1:" + port, "localhost:" + port);
    if (names.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))) {
      chain.doFilter(exchange);
      return;
    }
    try (exchange) {
      byte[] body = "this is http://127.0.0.1:%d\n".formatted(port).getBytes(US_ASCII);
      exchange.sendResponseHeaders(MISDIRECTED, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public String description() {
    return "answers to its own name alone";
  }
}
