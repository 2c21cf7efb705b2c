package dev.nacoscapacity.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import io.netty.channel.EventLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * A request without a body as sent by the fleet's driver, in a format for other tools.
 *
 * @param method for example {@code PUT}
 * @param target the path and the query
 * @param headers in their order
 */
record BenchRequest(String method, String target, Map<String, String> headers) {

  private static final int TIMEOUT_MILLIS = 60_000;

  /**
   * Captures what the driver sends for a call of an instance that the server knows.
   *
   * @param port of the server, as named in the request
   * @throws MeasureException when the driver sends nothing
   */
  static BenchRequest of(Operation operation, int port) throws IOException {
    EventLoop loop = Loopback.newEventLoop();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(TIMEOUT_MILLIS);
      Driver driver =
          Loopback.newDriver(loop, Loopback.FLEET, server.getLocalPort(), 1, unanswered -> {});
      Call call = ClosedLoop.newCall(operation);
      call.begin(0, 0, 0, 0);
      loop.execute(() -> driver.send(call));
      try (Socket connection = server.accept()) {
        connection.setSoTimeout(TIMEOUT_MILLIS);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(connection.getInputStream(), ISO_8859_1));
        List<String> head = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
          head.add(line);
        }
        BenchRequest request = parse(head);
        request.headers.put("Host", "127.0.0.1:" + port);
        return request;
      }
    } catch (SocketTimeoutException e) {
      throw new MeasureException("the generator's driver sent no " + operation.label());
    } finally {
      loop.parent().shutdownGracefully();
    }
  }

  /** Parses the lines of a request's head. */
  static BenchRequest parse(List<String> head) {
    String[] words = head.get(0).split(" ");
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : head.subList(1, head.size())) {
      headers.put(
          line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 1).strip());
    }
    return new BenchRequest(words[0], words[1], headers);
  }

  /** The request as a script for wrk. */
  String toWrkScript() {
    StringBuilder script = new StringBuilder();
    script.append("wrk.method = %s\nwrk.path = %s\n".formatted(quoted(method), quoted(target)));
    headers.forEach(
        (name, value) ->
            script.append("wrk.headers[%s] = %s\n".formatted(quoted(name), quoted(value))));
    return script.toString();
  }

  /** A text in quotes, for Lua and JavaScript. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The request for vegeta. */
  String toVegetaTarget() {
    StringBuilder text = new StringBuilder("%s http://%s%s\n".formatted(method, host(), target));
    ownHeaders((name, value) -> text.append("%s: %s\n".formatted(name, value)));
    return text.toString();
  }

  /** The request as a statement of k6. */
  String toK6Statement() {
    StringBuilder text = new StringBuilder();
    ownHeaders((name, value) -> text.append("%s: %s, ".formatted(quoted(name), quoted(value))));
    return "http.request(%s, %s, null, {headers: {%s}});"
        .formatted(quoted(method), quoted("http://" + host() + target), text);
  }

  /**
   * A JMeter plan of requests in turn; port, threads, duration and calls a minute are properties.
   */
  static String toJmeterPlan(List<BenchRequest> requests) throws IOException {
    StringBuilder xml = new StringBuilder();
    requests
        .get(0)
        .ownHeaders(
            (name, value) ->
                xml.append("<elementProp name=\"\" elementType=\"Header\">")
                    .append(property("Header.name", name))
                    .append(property("Header.value", value))
                    .append("</elementProp>\n"));
    String sampler = resource("sampler.xml");
    return resource("plan.jmx")
        .formatted(
            xml,
            requests.stream()
                .map(
                    request ->
                        sampler.formatted(
                            property("HTTPSampler.path", request.target),
                            property("HTTPSampler.method", request.method)))
                .collect(Collectors.joining()));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = BenchRequest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), ISO_8859_1);
    }
  }

  private String host() {
    return headers.get("Host");
  }

  /** The headers that a tool does not write itself, with the same values. */
  private void ownHeaders(BiConsumer<String, String> each) {
    headers.forEach(
        (name, value) -> {
          if (!name.equals("Host") && !name.equals("Connection")) {
            each.accept(name, value);
          }
        });
  }

  private static String property(String name, String value) {
    String escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    return "<stringProp name=\"%s\">%s</stringProp>".formatted(name, escaped);
  }
}
