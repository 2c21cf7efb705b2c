package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ClientHeaders;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Writes the requests of one event loop's calls. Parts that do not change between calls are encoded
 * once.
 */
final class HttpRequestWriter implements HttpParts {

  private final Fleet fleet;
  private final HttpSettings settings;
  private final IntFunction<String> tokens;
  private final ClientHeaders headers;
  private final String group;
  private final String tokenPrefix;
  private final String namespace;
  private final String[] serviceNames;
  private final Map<String, String> paths = new HashMap<>();

  /** By service class, as the next ones. */
  private final List<String> metadata;

  private final List<String> beatEnd;

  /**
   * @param tokens returns a client's access token by its number, or null while it has none
   * @param seed for the request ids
   */
  HttpRequestWriter(
      Fleet fleet,
      HttpSettings settings,
      IntFunction<String> tokens,
      List<InetSocketAddress> servers,
      long seed) {
    this.fleet = fleet;
    this.settings = settings;
    this.tokens = tokens;
    this.headers = new ClientHeaders(servers, settings.api(), settings.longPollMillis(), seed);
    this.group = isV1() ? Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR : "";
    this.tokenPrefix = isV1() ? "&" + Http.ACCESS_TOKEN + "=" : "\r\n" + Http.ACCESS_TOKEN + ": ";
    this.namespace = "namespaceId=" + HttpParts.encoded(settings.namespace());
    this.serviceNames = new String[fleet.services()];
    this.metadata =
        fleet.classes().stream()
            .map(
                each ->
                    isV1() || !settings.metadata(each).isEmpty()
                        ? HttpParts.encoded(json(each))
                        : "")
            .toList();
    this.beatEnd =
        fleet.classes().stream()
            .map(
                each ->
                    "\",\"metadata\":%s,\"scheduled\":false,\"period\":%d,\"stopped\":false}"
                        .formatted(json(each), settings.beatMillis(each)))
            .map(HttpParts::encoded)
            .toList();
  }

  private boolean isV1() {
    return settings.api() == HttpApi.V1;
  }

  private String json(ServiceClass serviceClass) {
    return Metadata.json(settings.metadata(serviceClass));
  }

  /** Appends the request of a call, addressed to {@link Call#server}. All of it is ASCII. */
  void write(Call call, ByteBuf out) {
    String request = isV1() ? call.v1(this) : call.v3(this);
    out.writeBytes(request.getBytes(ISO_8859_1));
  }

  @Override
  public Fleet fleet() {
    return fleet;
  }

  @Override
  public ClientHeaders headers() {
    return headers;
  }

  @Override
  public String path(String path) {
    return paths.computeIfAbsent(path, settings.reach()::path);
  }

  @Override
  public String namespace() {
    return namespace;
  }

  @Override
  public String tenant() {
    return settings.tenant();
  }

  @Override
  public String service(int service) {
    if (serviceNames[service] == null) {
      serviceNames[service] = HttpParts.encoded(group + fleet.serviceName(service));
    }
    return serviceNames[service];
  }

  @Override
  public String token(int client) {
    String token = tokens.apply(client);
    // A JWT consists of Base64url and dots, which need no escaping.
    return token == null ? "" : tokenPrefix + token;
  }

  @Override
  public String metadata(int service) {
    return metadata.get(fleet.classNumber(service));
  }

  @Override
  public String beatEnd(int service) {
    return beatEnd.get(fleet.classNumber(service));
  }

  @Override
  public String clientIp() {
    return settings.clientIp();
  }

  @Override
  public int udpPort(int instance) {
    return settings.udpPort(instance);
  }

  @Override
  public Credentials credentials() {
    return settings.credentials();
  }
}
