package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;

/**
 * Refuses requests (421) with a foreign {@code Host}: protects against DNS rebinding, where a
 * foreign page resolves its own name to this address.
 */
public final class HostHeaderFilter extends Filter {

  private static final int MISDIRECTED = 421;

  private final Set<String> names;
  private final String own;

  /**
   * @param server a server that is bound to loopback
   */
  public HostHeaderFilter(HttpServer server) {
    this(server, "127.0.0.1");
  }

  /**
   * @param host name of the address that the server is bound to
   */
  public HostHeaderFilter(HttpServer server, String host) {
    InetSocketAddress at = server.getAddress();
    this.own = name(host, at.getPort());
    this.names = new HashSet<>(Set.of(own));
    if (at.getAddress().isLoopbackAddress()) {
      names.addAll(Set.of(name("127.0.0.1", at.getPort()), name("localhost", at.getPort())));
    }
  }

  private static String name(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    if (names.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))) {
      chain.doFilter(exchange);
      return;
    }
    try (exchange) {
      byte[] body = "this is http://%s\n".formatted(own).getBytes(US_ASCII);
      exchange.sendResponseHeaders(MISDIRECTED, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public String description() {
    return "answers to its own name alone";
  }
}
