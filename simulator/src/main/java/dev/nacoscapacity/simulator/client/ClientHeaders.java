package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.protocol.Md5;
import dev.nacoscapacity.cluster.reach.Endpoint;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The headers of each kind of request. Those of v1 and of logins are in the order in which
 * nacos-client 1.4.2 and 3.2.1 (over {@code HttpURLConnection}) send them.
 */
public final class ClientHeaders {

  private static final String NAMING =
      """
       HTTP/1.1
      Accept-Charset: UTF-8
      Accept-Encoding: gzip,deflate,sdch
      Client-Version: 1.4.2
      Content-Type: application/x-www-form-urlencoded;charset=UTF-8
      Request-Module: Naming
      RequestId:\s\
      """
          .replace("\n", "\r\n");
  private static final String NAMING_AGENT = "\r\nUser-Agent: Nacos-Java-Client:v1.4.2\r\nHost: ";
  private static final String JAVA_AGENT =
      "\r\nUser-Agent: Java/" + System.getProperty("java.version") + "\r\nHost: ";
  private static final String ACCEPT =
      "\r\nAccept: text/html, image/gif, image/jpeg, */*; q=0.2\r\nConnection: keep-alive\r\n";
  private static final String FORM = "application/x-www-form-urlencoded";

  private final String[] hosts;
  private final HttpApi api;
  private final int longPollMillis;
  private final SplittableRandom random;

  /**
   * @param longPollMillis the hold time that a long poll requests
   * @param seed for the request ids
   */
  public ClientHeaders(
      List<InetSocketAddress> servers, HttpApi api, int longPollMillis, long seed) {
    this.api = api;
    this.longPollMillis = longPollMillis;
    hosts = servers.stream().map(Endpoint::authority).toArray(String[]::new);
    random = new SplittableRandom(seed);
  }

  /** The headers of the naming client, and the body. */
  public String naming(int server, String body) {
    return NAMING + requestId() + NAMING_AGENT + hosts[server] + ACCEPT + end(body);
  }

  /** The headers of the configuration client for a long poll, and the body. */
  public String listener(int server, String body) {
    return config(server, FORM, "Long-Pulling-Timeout: %d\n".formatted(longPollMillis), body);
  }

  /** The headers of the configuration client for other calls, and the body, a form. */
  public String config(int server, String body) {
    return config(server, body.isEmpty() ? "application/json" : FORM, "", body);
  }

  private String config(int server, String type, String extra, String body) {
    long now = System.currentTimeMillis();
    String headers =
        (" HTTP/1.1\nAccept-Charset: UTF-8\nAccept-Encoding: gzip\nClient-AppName: unknown\n"
                + "Client-RequestToken: %s\nClient-RequestTS: %d\nClient-Version: 1.4.2\n"
                + "Content-Type: %s;charset=UTF-8\nexConfigInfo: true\n%sRequestId: ")
            .formatted(Md5.of(Long.toString(now)), now, type, extra)
            .replace("\n", "\r\n");
    return headers + requestId() + JAVA_AGENT + hosts[server] + ACCEPT + end(body);
  }

  /** The headers of a login, and the body; v1 clients accept compression, v3 do not. */
  public String login(int server, String body) {
    String encodings = api == HttpApi.V1 ? "Accept-Encoding: gzip\r\n" : "";
    String type = "Content-Type: " + FORM + ";charset=UTF-8";
    String headers = " HTTP/1.1\r\nAccept-Charset: UTF-8\r\n" + encodings + type;
    return headers + JAVA_AGENT + hosts[server] + ACCEPT + end(body);
  }

  /** The headers of a v3 client, without its token and the final blank line. */
  public String plain(int server) {
    return " HTTP/1.1\r\nHost: " + hosts[server] + "\r\nUser-Agent: nacos-capacity\r\nAccept: */*";
  }

  /** The headers of a monitoring system. */
  public String scrape(int server) {
    return " HTTP/1.1\r\nUser-Agent: nacos-capacity\r\nHost: %s\r\nAccept: text/plain\r\nConnection: keep-alive\r\n\r\n"
        .formatted(hosts[server]);
  }

  private static String end(String body) {
    return body.isEmpty() ? "\r\n" : "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  /** A random UUID (RFC 4122, version 4); {@code UUID.randomUUID} would lock. */
  private UUID requestId() {
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    return new UUID(high, random.nextLong() & ~(3L << 62) | 1L << 63);
  }
}
