package dev.nacoscapacity.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A node on loopback that answers over HTTP what a test says, and 404 to all else. */
public final class HttpStub implements AutoCloseable {

  /**
   * An answer.
   *
   * @param server its header; empty for none, as of a node and not of a gateway
   */
  public record Answer(int status, String server, String body) {

    public static Answer of(int status, String body) {
      return new Answer(status, "", body);
    }
  }

  private final Map<String, Function<HttpExchange, Answer>> answers = new ConcurrentHashMap<>();
  private final HttpServer server;

  public HttpStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  public void answers(String path, Function<HttpExchange, Answer> answer) {
    answers.put(path, answer);
  }

  public void answers(String path, Answer answer) {
    answers(path, request -> answer);
  }

  private void handle(HttpExchange exchange) throws IOException {
    Answer answer =
        answers
            .getOrDefault(exchange.getRequestURI().getPath(), request -> Answer.of(404, ""))
            .apply(exchange);
    if (!answer.server.isEmpty()) {
      exchange.getResponseHeaders().set("Server", answer.server);
    }
    byte[] body = answer.body.getBytes(UTF_8);
    exchange.sendResponseHeaders(answer.status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
