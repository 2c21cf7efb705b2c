package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.buffer.ByteBuf;
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
  private final IntFunction<String> tokens;
  private final String[] serviceNames;

  HttpRequestWriter(
      Fleet fleet, HttpSettings settings, IntFunction<String> tokens, ClientHeaders headers) {
    this.fleet = fleet;
    this.settings = settings;
    this.tokens = tokens;
    this.headers = headers;
    this.serviceNames = new String[fleet.services()];
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

  /** Appends the request of a call, addressed to {@link Call#server}. All of it is ASCII. */
  final void write(Call call, ByteBuf out) {
    out.writeBytes(request(call).getBytes(ISO_8859_1));
  }

  private String request(Call call) {
    return switch (call.operation) {
      case BEAT -> beat(call);
      case LIST, SWEEP -> list(call);
      case LISTEN -> listen(call);
      case READ -> read(call);
      case PUBLISH -> publish(call);
      case REMOVE -> remove(call);
      case REGISTER -> register(call);
      case DEREGISTER -> deregister(call);
      case LOGIN -> login(call);
      case SCRAPE -> line("GET", Http.PROMETHEUS, "") + headers.scrape(call.server);
      default -> throw new AssertionError(call.operation);
    };
  }

  abstract String beat(Call call);

  abstract String list(Call call);

  abstract String listen(Call call);

  /** Reads a configuration. Not supported over v3, like {@link #publish} and {@link #remove}. */
  String read(Call call) {
    throw new AssertionError(call.operation);
  }

  String publish(Call call) {
    throw new AssertionError(call.operation);
  }

  String remove(Call call) {
    throw new AssertionError(call.operation);
  }

  abstract String register(Call call);

  abstract String deregister(Call call);

  abstract String loginPath();

  /** A service's name as this API's parameters contain it, not yet URL-encoded. */
  abstract String name(int service);

  private String login(Call call) {
    Credentials credentials = settings.credentials();
    return line("POST", loginPath(), "?username=" + encoded(credentials.username()))
        + headers.login(
            call.server, settings.api(), "password=" + encoded(credentials.password()) + "&");
  }

  /** A prefix and a client's token, or nothing while the client has none. */
  final String token(String prefix, int client) {
    String token = tokens.apply(client);
    // A JWT consists of Base64url and dots, which need no escaping.
    return token == null ? "" : prefix + token;
  }

  final String ip(Call call) {
    return "&ip=" + fleet.ip(call.actor);
  }

  final String port(Call call) {
    return "&port=" + fleet.port(call.actor);
  }

  final String serviceName(int service) {
    if (serviceNames[service] == null) {
      serviceNames[service] = encoded(name(service));
    }
    return serviceNames[service];
  }

  /** The beginning of a request line: method, path and the start of the parameters. */
  final String line(String method, String path, String parameters) {
    return method + " " + settings.reach().path(path) + parameters;
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
