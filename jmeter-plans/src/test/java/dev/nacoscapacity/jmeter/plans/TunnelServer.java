package dev.nacoscapacity.jmeter.plans;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a port on this machine shows that leads to a cluster elsewhere. */
final class TunnelServer implements AutoCloseable {

  private final HttpServer server;
  private final int members;
  private final List<String> writes = new CopyOnWriteArrayList<>();

  /**
   * @param members what it answers to whoever asks for the members without a token
   */
  TunnelServer(int members) throws IOException {
    this.members = members;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("GET")) {
      writes.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    }
    boolean ofMembers = exchange.getRequestURI().getPath().endsWith("/cluster/nodes");
    byte[] body =
        (ofMembers
                ? "{\"data\":[{\"ip\":\"10.1.2.3\",\"extendInfo\":{\"version\":\"1.4.1\"}}]}"
                : "{\"hosts\":[]}")
            .getBytes(UTF_8);
    exchange.sendResponseHeaders(ofMembers ? members : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** The calls that were no reads. */
  List<String> writes() {
    return writes;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
