package dev.nacoscapacity.simulator.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The parts of requests over HTTP: values of parameters, URL-encoded, and headers. Those of v1 and
 * of logins are as nacos-client 1.4.2 and 3.2.1 send them.
 */
public final class HttpParts {

  /** The parameter of the group. */
  public static final String GROUP = "&groupName=" + Http.DEFAULT_GROUP;

  private final Fleet fleet;
  private final HttpSettings settings;
  private final IntFunction<String> tokens;
  private final ClientHeaders headers;
  private final String group;
  private final String tokenPrefix;
  private final String namespace;
  private final String[] serviceNames;
  private final Function<String, String> path;
  private final Map<String, String> paths = new HashMap<>();

  /** By service class, as the next ones. */
  private final List<String> metadata;

  private final List<String> beatEnd;

  /**
   * @param tokens returns a client's access token by its number, or null while it has none
   * @param seed for the request ids
   */
  public HttpParts(
      Fleet fleet,
      HttpSettings settings,
      IntFunction<String> tokens,
      List<InetSocketAddress> servers,
      long seed) {
    this.fleet = fleet;
    this.settings = settings;
    this.path = settings.reach()::path;
    this.tokens = tokens;
    this.headers =
        new ClientHeaders(
            servers, settings.api(), Math.toIntExact(settings.longPoll().toMillis()), seed);
    this.group = isV1() ? Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR : "";
    this.tokenPrefix = isV1() ? "&" + Http.ACCESS_TOKEN + "=" : "\r\n" + Http.ACCESS_TOKEN + ": ";
    this.namespace = "namespaceId=" + encoded(settings.workload().population().namespace());
    this.serviceNames = new String[fleet.services()];
    this.metadata =
        fleet.classes().stream()
            .map(each -> isV1() || !settings.metadata(each).isEmpty() ? encoded(json(each)) : "")
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
  public void write(Call call, ByteBuf out) {
    String request = isV1() ? call.v1(this) : call.v3(this);
    out.writeBytes(request.getBytes(ISO_8859_1));
  }

  public Fleet fleet() {
    return fleet;
  }

  public ClientHeaders headers() {
    return headers;
  }

  /** A path of Nacos under the cluster's context path. */
  public String path(String path) {
    return paths.computeIfAbsent(path, this.path);
  }

  /** The parameter for the namespace. */
  public String namespace() {
    return namespace;
  }

  /** The tenant of a configuration, not encoded: the namespace, but empty for the default one. */
  public String tenant() {
    return settings.workload().population().tenant();
  }

  /** The name of a service, over v1 with its group. */
  public String service(int service) {
    if (serviceNames[service] == null) {
      serviceNames[service] = encoded(group + fleet.serviceName(service));
    }
    return serviceNames[service];
  }

  /** The parameter with a client's token, over v3 the header; empty while it has none. */
  public String token(int client) {
    String token = tokens.apply(client);
    // A JWT consists of Base64url and dots, which need no escaping.
    return token == null ? "" : tokenPrefix + token;
  }

  /** The metadata that the instances of a service register, as JSON; over v3 empty for none. */
  public String metadata(int service) {
    return metadata.get(fleet.classNumber(service));
  }

  /** The end of the description in a beat of an instance of a service over v1. */
  public String beatEnd(int service) {
    return beatEnd.get(fleet.classNumber(service));
  }

  public HttpSettings settings() {
    return settings;
  }

  public String ip(Call call) {
    return "&ip=" + fleet.ip(call.actor);
  }

  public String port(Call call) {
    return "&port=" + fleet.port(call.actor);
  }

  public String serviceName(Call call) {
    return "&serviceName=" + service(call.service);
  }

  /** The parameter of a configuration's tenant; empty in the default namespace. */
  public String tenantName() {
    return tenant().isEmpty() ? "" : "&tenant=" + encoded(tenant());
  }

  /** A request over v3: path and parameters of namespace and group, more of them, and headers. */
  public String v3(Call call, String method, String path, String parameters) {
    String line = method + " " + path(path) + "?" + namespace() + GROUP + parameters;
    String end = method.equals("POST") ? "\r\nContent-Length: 0\r\n\r\n" : "\r\n\r\n";
    return line + headers.plain(call.server) + token(call.actor) + end;
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
