package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes the requests of one event loop's calls, with a subclass for each API version. Parts that
 * do not change between calls are encoded once.
 */
abstract class HttpRequestWriter {

  final Fleet fleet;
  final HttpSettings settings;
  final ClientHeaders headers;
  final ByteBuf body = Unpooled.buffer(512);
  private final IntFunction<String> tokens;
  private final byte[][] serviceNames;

  HttpRequestWriter(
      Fleet fleet, HttpSettings settings, IntFunction<String> tokens, ClientHeaders headers) {
    this.fleet = fleet;
    this.settings = settings;
    this.tokens = tokens;
    this.headers = headers;
    this.serviceNames = new byte[fleet.services()][];
  }

  /**
   * Creates the writer for {@link HttpSettings#api}.
   *
   * @param tokens returns a client's access token by its number, or null while it has none
   * @param seed for the request ids
   */
  static HttpRequestWriter of(
      Fleet fleet,
      HttpSettings settings,
      IntFunction<String> tokens,
      List<InetSocketAddress> servers,
      long seed) {
    ClientHeaders headers = new ClientHeaders(servers, seed);
    return switch (settings.api()) {
      case V1 -> new V1RequestWriter(fleet, settings, tokens, headers);
      case V3 -> new V3RequestWriter(fleet, settings, tokens, headers);
    };
  }

  /** Appends the request of a call, addressed to {@link Call#server}. */
  final void write(Call call, ByteBuf out) {
    switch (call.operation) {
      case BEAT -> beat(call, out);
      case LIST, SWEEP -> list(call, out);
      case LISTEN -> listen(call, out);
      case READ -> read(call, out);
      case PUBLISH -> publish(call, out);
      case REMOVE -> remove(call, out);
      case REGISTER -> register(call, out);
      case DEREGISTER -> deregister(call, out);
      case LOGIN -> login(call, out);
      case SCRAPE -> scrape(call, out);
      default -> throw new AssertionError(call.operation);
    }
  }

  abstract void beat(Call call, ByteBuf out);

  abstract void list(Call call, ByteBuf out);

  abstract void listen(Call call, ByteBuf out);

  /** Reads a configuration. Not supported over v3, like {@link #publish} and {@link #remove}. */
  void read(Call call, ByteBuf out) {
    throw new AssertionError(call.operation);
  }

  void publish(Call call, ByteBuf out) {
    throw new AssertionError(call.operation);
  }

  void remove(Call call, ByteBuf out) {
    throw new AssertionError(call.operation);
  }

  abstract void register(Call call, ByteBuf out);

  abstract void deregister(Call call, ByteBuf out);

  abstract String loginPath();

  /** A service's name as this API's parameters contain it, not yet URL-encoded. */
  abstract String name(int service);

  private void login(Call call, ByteBuf out) {
    Credentials credentials = settings.credentials();
    body.clear();
    body.writeBytes(ascii("password=")).writeBytes(encoded(credentials.password()));
    body.writeByte('&');
    out.writeBytes(line("POST", loginPath(), "?username="));
    out.writeBytes(encoded(credentials.username()));
    headers.login(call.server, settings.api(), body, out);
  }

  private void scrape(Call call, ByteBuf out) {
    out.writeBytes(line("GET", Http.PROMETHEUS, ""));
    headers.scrape(call.server, out);
  }

  /** Writes a prefix and a client's token, or nothing while the client has none. */
  final void writeToken(byte[] prefix, int client, ByteBuf out) {
    String token = tokens.apply(client);
    if (token != null) {
      out.writeBytes(prefix);
      // A JWT consists of Base64url and dots, which need no escaping.
      out.writeCharSequence(token, ISO_8859_1);
    }
  }

  final byte[] serviceName(int service) {
    byte[] name = serviceNames[service];
    if (name == null) {
      name = encoded(name(service));
      serviceNames[service] = name;
    }
    return name;
  }

  /** The beginning of a request line: method, path and the start of the parameters. */
  final byte[] line(String method, String path, String parameters) {
    return ascii(method + " " + settings.reach().path(path) + parameters);
  }

  static void writeAddress(int address, ByteBuf out) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      writeNumber(address >>> shift & 255, out);
      if (shift > 0) {
        out.writeByte('.');
      }
    }
  }

  static void writeNumber(int value, ByteBuf out) {
    if (value >= 10) {
      writeNumber(value / 10, out);
    }
    out.writeByte('0' + value % 10);
  }

  static byte[] ascii(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static byte[] encoded(String text) {
    return ascii(URLEncoder.encode(text, UTF_8));
  }
}
