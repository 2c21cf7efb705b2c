package dev.nacoscapacity.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request without a body as sent by the fleet's driver, in a format for other tools.
 *
 * @param method for example {@code PUT}
 * @param target the path and the query
 * @param headers in their order
 */
record Request(String method, String target, Map<String, String> headers) {

  private static final int TIMEOUT_MILLIS = 60_000;

  /**
   * Captures what the driver sends for a call of an instance that the server knows.
   *
   * @param port of the server, as named in the request
   * @throws MeasureException when the driver sends nothing
   */
  static Request of(Operation operation, int port) throws IOException {
    EventLoop eventLoop = Loopback.newEventLoop();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(TIMEOUT_MILLIS);
      Driver driver = Loopback.newDriver(eventLoop, server.getLocalPort(), 1, unanswered -> {});
      Call call = new Call().reset(operation, 0, 0, 0, 0);
      call.light = true;
      eventLoop.execute(() -> driver.send(call));
      try (Socket connection = server.accept()) {
        connection.setSoTimeout(TIMEOUT_MILLIS);
        Request request = parse(readHead(connection.getInputStream()));
        request.headers().put("Host", "127.0.0.1:" + port);
        return request;
      }
    } catch (SocketTimeoutException e) {
      throw new MeasureException("the generator's driver sent no " + operation.label());
    } finally {
      eventLoop.parent().shutdownGracefully();
    }
  }

  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the driver closed its connection");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  /**
   * Parses a request.
   *
   * @throws IllegalArgumentException when the text is not exactly one complete request without a
   *     body
   */
  static Request parse(String text) {
    String[] lines = text.split("\r\n");
    String[] words = lines[0].split(" ");
    if (words.length != 3 || text.indexOf("\r\n\r\n") != text.length() - 4) {
      throw new IllegalArgumentException("not one request without a body: " + lines[0]);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] header = lines[i].split(": ", 2);
      headers.put(header[0], header[1]);
    }
    return new Request(words[0], words[1], headers);
  }

  /**
   * The request as a wrk script. The script only sets variables, so that wrk builds the request
   * once, which is the fastest way.
   */
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

  /**
   * The request as a JMeter plan.
   *
   * @param threads number of threads, each with one keep-alive connection of JMeter's default
   *     HttpClient4
   * @param ramp time in which the threads start one after another
   * @param duration after which the plan ends by itself
   * @param callsPerMinute of each thread, which continues after an error; null for a closed loop
   *     that stops at the first error
   */
  String toJmeterPlan(
      int port, int threads, Duration ramp, Duration duration, Integer callsPerMinute) {
    try (InputStream in = Request.class.getResourceAsStream("plan.jmx")) {
      return new String(in.readAllBytes(), ISO_8859_1)
          .formatted(
              callsPerMinute == null ? "stoptestnow" : "continue",
              threads,
              ramp.toSeconds(),
              duration.toSeconds(),
              jmeterHeaders(),
              port,
              escaped(target),
              method,
              callsPerMinute != null,
              callsPerMinute == null ? 0 : callsPerMinute);
    } catch (IOException e) {
      throw new UncheckedIOException("plan.jmx is part of this jar", e);
    }
  }

  private String jmeterHeaders() {
    StringBuilder xml = new StringBuilder();
    headers.forEach(
        (name, value) -> {
          // JMeter writes these two headers itself, with the same values.
          if (!name.equals("Host") && !name.equals("Connection")) {
            xml.append(
                """
                            <elementProp name="" elementType="Header">
                              <stringProp name="Header.name">%s</stringProp>
                              <stringProp name="Header.value">%s</stringProp>
                            </elementProp>
                """
                    .formatted(escaped(name), escaped(value)));
          }
        });
    return xml.toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
