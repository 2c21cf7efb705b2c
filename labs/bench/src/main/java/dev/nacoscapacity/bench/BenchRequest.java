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
    script.append("wrk.method = %s\nwrk.path = %s\n".formatted(lua(method), lua(target)));
    headers.forEach(
        (name, value) -> script.append("wrk.headers[%s] = %s\n".formatted(lua(name), lua(value))));
    return script.toString();
  }

  private static String lua(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The request as a JMeter plan; port, threads and duration are properties. */
  String toJmeterPlan() throws IOException {
    StringBuilder xml = new StringBuilder();
    headers.forEach(
        (name, value) -> {
          // JMeter writes these two headers itself, with the same values.
          if (!name.equals("Host") && !name.equals("Connection")) {
            xml.append("<elementProp name=\"\" elementType=\"Header\">")
                .append(property("Header.name", name))
                .append(property("Header.value", value))
                .append("</elementProp>\n");
          }
        });
    try (InputStream in = BenchRequest.class.getResourceAsStream("plan.jmx")) {
      return new String(in.readAllBytes(), ISO_8859_1)
          .formatted(
              xml, property("HTTPSampler.path", target), property("HTTPSampler.method", method));
    }
  }

  private static String property(String name, String value) {
    String escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    return "<stringProp name=\"%s\">%s</stringProp>".formatted(name, escaped);
  }
}
