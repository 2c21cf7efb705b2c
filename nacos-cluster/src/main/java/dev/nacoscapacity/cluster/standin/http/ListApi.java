package dev.nacoscapacity.cluster.standin.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.http.PushService.Subscriber;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The list of a service's instances, for answers and for pushes. Each node answers from its own
 * data.
 */
final class ListApi {

  private static final long CACHE_MILLIS = 3_000;
  private static final String JAVA_CLIENT = "Nacos-Java-Client";

  /** The clients to which Nacos 1.4 pushes ({@code PushService.canEnablePush}). */
  private static final List<String> PUSHED_CLIENTS =
      List.of(JAVA_CLIENT, "Nacos-Go-Client", "Nacos-C-Client", "Nacos-CSharp-Client", "Nacos-DNS");

  private static final String START = "{\"hosts\":";

  private final NamingNode node;
  private final HostList hosts;

  ListApi(NamingNode node) {
    this.node = node;
    this.hosts = new HostList(node.registry());
  }

  void addTo(Api api, PushService push) {
    api.add("GET", Http.LIST, exchange -> list(exchange, push));
    api.add("GET", HttpV3.LIST, this::instances);
  }

  /** v3: every enabled instance, whatever its health. */
  private void instances(HttpExchange exchange) {
    Service service = node.registry().find(exchange.service());
    if (service == null) {
      exchange.success("[]");
    } else {
      exchange.success(
          hosts.hosts(service, exchange.param("clusterName", ""), false, HostList.Form.V3));
    }
  }

  private void list(HttpExchange exchange, PushService push) {
    ServiceKey key = exchange.service();
    String clusters = exchange.param("clusters", "");
    String agent = exchange.agent();
    long cacheMillis = CACHE_MILLIS;
    int udpPort = exchange.numberOrZero("udpPort");
    if (udpPort > 0 && udpPort < 65536 && pushable(agent)) {
      Optional<InetAddress> address = address(exchange.param("clientIP", ""));
      if (address.isPresent()) {
        InetSocketAddress to = new InetSocketAddress(address.get(), udpPort);
        push.subscribe(new Subscriber(key, clusters, to, agent));
        cacheMillis = PushService.CACHE_MILLIS;
      }
    }
    Service service = node.registry().find(key);
    if (service == null) {
      exchange.json(unknown(key, clusters, cacheMillis));
      return;
    }
    boolean healthyOnly = Boolean.parseBoolean(exchange.param("healthyOnly", "false"));
    exchange.json(
        START,
        hosts.hosts(service, clusters, healthyOnly, form(agent)),
        rest(service, clusters, agent, cacheMillis));
  }

  /** The list that a subscriber is sent when its service has changed. */
  String pushed(Subscriber to) {
    Service service = node.registry().find(to.service());
    if (service == null) {
      return unknown(to.service(), to.clusters(), PushService.CACHE_MILLIS);
    }
    return START
        + new String(
            hosts.hosts(service, to.clusters(), false, form(to.agent())), StandardCharsets.UTF_8)
        + rest(service, to.clusters(), to.agent(), PushService.CACHE_MILLIS);
  }

  private static String unknown(ServiceKey key, String clusters, long cacheMillis) {
    return JsonText.object()
        .put("name", key.name())
        .put("clusters", clusters)
        .put("cacheMillis", cacheMillis)
        .<ObjectNode>set("hosts", JsonText.MAPPER.createArrayNode())
        .toString();
  }

  private String rest(Service service, String clusters, String agent, long cacheMillis) {
    ServiceKey key = service.key();
    return ",\"dom\":"
        + JsonText.quote(grouped(agent) ? key.name() : key.plainName())
        + ",\"name\":"
        + JsonText.quote(key.name())
        + ",\"cacheMillis\":"
        + cacheMillis
        + ",\"lastRefTime\":"
        + node.loop().millis()
        + ",\"checksum\":\"\",\"useSpecifiedURL\":false,\"clusters\":"
        + JsonText.quote(clusters)
        + ",\"env\":\"\",\"metadata\":{}}";
  }

  private static HostList.Form form(String agent) {
    return grouped(agent) ? HostList.Form.GROUPED : HostList.Form.PLAIN;
  }

  private static boolean grouped(String agent) {
    return agent.startsWith(JAVA_CLIENT);
  }

  private static boolean pushable(String agent) {
    return PUSHED_CLIENTS.stream().anyMatch(agent::startsWith);
  }

  /**
   * Empty unless {@code ip} is a literal address: a name would have to be resolved, and could lead
   * anywhere.
   */
  private static Optional<InetAddress> address(String ip) {
    return Optional.ofNullable(NetUtil.createInetAddressFromIpAddressString(ip));
  }
}
