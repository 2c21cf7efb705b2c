package dev.nacoscapacity.simulator.client.http;

import static dev.nacoscapacity.simulator.client.http.HttpRequestWriter.ascii;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.protocol.Md5;
import dev.nacoscapacity.cluster.reach.Endpoint;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes the headers of each kind of request. Those of v1 and of logins are in the order in which
 * nacos-client 1.4.2 and 3.2.1 (over {@code HttpURLConnection}) send them.
 */
final class ClientHeaders {

  private static final byte[] NAMING =
      ascii(
          """
           HTTP/1.1
          Accept-Charset: UTF-8
          Accept-Encoding: gzip,deflate,sdch
          Client-Version: 1.4.2
          Content-Type: application/x-www-form-urlencoded;charset=UTF-8
          Request-Module: Naming
          RequestId:\s"""
              .replace("\n", "\r\n"));
  private static final byte[] NAMING_AGENT =
      ascii("\r\nUser-Agent: Nacos-Java-Client:v1.4.2\r\nHost: ");
  private static final byte[] JAVA_AGENT =
      ascii("\r\nUser-Agent: Java/" + System.getProperty("java.version") + "\r\nHost: ");
  private static final byte[] ACCEPT =
      ascii(
          "\r\nAccept: text/html, image/gif, image/jpeg, */*; q=0.2\r\n"
              + "Connection: keep-alive\r\n");
  private static final byte[] HOST = ascii(" HTTP/1.1\r\nHost: ");
  private static final byte[] PLAIN = ascii("\r\nUser-Agent: nacos-capacity\r\nAccept: */*");
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
  private static final byte[] END_OF_LINE = ascii("\r\n");
  private static final byte[] HEX = ascii("0123456789abcdef");

  private final byte[][] hosts;
  private final SplittableRandom random;

  ClientHeaders(List<InetSocketAddress> servers, long seed) {
    hosts =
        servers.stream().map(server -> ascii(Endpoint.authority(server))).toArray(byte[][]::new);
    random = new SplittableRandom(seed);
  }

  /** Writes the headers of the naming client, then the body. */
  void naming(int server, ByteBuf body, ByteBuf out) {
    out.writeBytes(NAMING);
    writeRequestId(out);
    out.writeBytes(NAMING_AGENT).writeBytes(hosts[server]);
    finish(body, out);
  }

  /** Writes the headers of the configuration client for a long poll, then the body. */
  void listener(int server, int longPollMillis, ByteBuf body, ByteBuf out) {
    config(server, FORM, "Long-Pulling-Timeout: %d\n".formatted(longPollMillis), body, out);
  }

  /** Writes the headers of the configuration client for other calls, then the body, a form. */
  void config(int server, ByteBuf body, ByteBuf out) {
    config(server, body.isReadable() ? FORM : "application/json", "", body, out);
  }

  private void config(int server, String type, String extra, ByteBuf body, ByteBuf out) {
    long now = System.currentTimeMillis();
    out.writeBytes(
        ascii(
            (" HTTP/1.1\nAccept-Charset: UTF-8\nAccept-Encoding: gzip\nClient-AppName: unknown\n"
                    + "Client-RequestToken: %s\nClient-RequestTS: %d\nClient-Version: 1.4.2\n"
                    + "Content-Type: %s;charset=UTF-8\nexConfigInfo: true\n%sRequestId: ")
                .formatted(Md5.of(Long.toString(now)), now, type, extra)
                .replace("\n", "\r\n")));
    writeRequestId(out);
    out.writeBytes(JAVA_AGENT).writeBytes(hosts[server]);
    finish(body, out);
  }

  /** Writes the headers of a login, then the body; v1 clients accept compression, v3 do not. */
  void login(int server, HttpApi api, ByteBuf body, ByteBuf out) {
    out.writeBytes(
        ascii(
            " HTTP/1.1\r\nAccept-Charset: UTF-8\r\n"
                + (api == HttpApi.V1 ? "Accept-Encoding: gzip\r\n" : "")
                + "Content-Type: application/x-www-form-urlencoded;charset=UTF-8"));
    out.writeBytes(JAVA_AGENT).writeBytes(hosts[server]);
    finish(body, out);
  }

  /** Writes the headers of a v3 client, without its token and the final blank line. */
  void plain(int server, ByteBuf out) {
    out.writeBytes(HOST).writeBytes(hosts[server]).writeBytes(PLAIN);
  }

  /** Writes the headers of a monitoring system. */
  void scrape(int server, ByteBuf out) {
    out.writeBytes(ascii(" HTTP/1.1\r\nUser-Agent: nacos-capacity\r\nHost: "));
    out.writeBytes(hosts[server]);
    out.writeBytes(ascii("\r\nAccept: text/plain\r\nConnection: keep-alive\r\n\r\n"));
  }

  private static void finish(ByteBuf body, ByteBuf out) {
    out.writeBytes(ACCEPT);
    if (body.isReadable()) {
      out.writeBytes(CONTENT_LENGTH);
      HttpRequestWriter.writeNumber(body.readableBytes(), out);
      out.writeBytes(END_OF_LINE);
    }
    out.writeBytes(END_OF_LINE).writeBytes(body, body.readerIndex(), body.readableBytes());
  }

  /**
   * Writes a random UUID (RFC 4122, version 4); {@code UUID.randomUUID} would lock and allocate.
   */
  private void writeRequestId(ByteBuf out) {
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & ~(3L << 62) | 1L << 63;
    for (int nibble = 15; nibble >= 0; nibble--) {
      out.writeByte(HEX[(int) (high >>> 4 * nibble) & 15]);
      if (nibble == 8 || nibble == 4 || nibble == 0) {
        out.writeByte('-');
      }
    }
    for (int nibble = 15; nibble >= 0; nibble--) {
      out.writeByte(HEX[(int) (low >>> 4 * nibble) & 15]);
      if (nibble == 12) {
        out.writeByte('-');
      }
    }
  }
}
