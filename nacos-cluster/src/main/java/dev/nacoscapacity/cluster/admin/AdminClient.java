package dev.nacoscapacity.cluster.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.cluster.admin.AdminCalls.Answer;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An operator's calls to one node of a registry, over HTTP v1, or v3 where v1 is gone. Immutable
 * and safe for use by many threads; every method throws {@link AdminException}, and none takes
 * longer than the time limit times the pages it reads.
 *
 * <p>Source: Nacos 1.4.1's {@code UserController}, {@code NacosClusterController}, {@code
 * CatalogController}, {@code ServiceController}, {@code InstanceController} and {@code
 * OperatorController}. Bodies are checked too: a node without a raft leader or without its users
 * can answer 200.
 */
public final class AdminClient implements NodeAdmin {

  private static final int PAGE = 500;

  private final AdminCalls calls;

  private AdminClient(AdminCalls calls) {
    this.calls = calls;
  }

  /**
   * A client without a token. Each has a thread and descriptors until it is garbage-collected, so
   * keep it for repeated calls.
   *
   * @param timeout for each call, from connecting to the last byte
   */
  public static AdminClient of(InetSocketAddress node, Duration timeout) {
    return new AdminClient(new AdminCalls(node, timeout));
  }

  /** This client, presenting a token with each call. */
  public AdminClient withToken(Login login) {
    return new AdminClient(calls.withToken(login.token()));
  }

  /**
   * This client, presenting the servers' identity where nodes want that or an administrator's
   * token.
   *
   * @param identity empty for none
   */
  public AdminClient withIdentity(Optional<ServerIdentity> identity) {
    return identity.map(each -> new AdminClient(calls.withIdentity(each))).orElse(this);
  }

  /** Trades a password for a token. */
  public Login login(String user, String password) {
    Answer answer = post(Http.LOGIN, Http.LOGIN_V3, Map.of("username", user, "password", password));
    if (answer.refused() || unknownUser(answer, user)) {
      throw new AdminException(
          Kind.WRONG_PASSWORD,
          calls.node() + " refuses the login of '" + user + "': check user and password");
    }
    if (answer.text().isBlank()) {
      throw new AdminException(Kind.NOT_READY, calls.node() + " has not loaded its users yet");
    }
    JsonNode json = answer.json();
    String token = json.path("accessToken").asText("");
    if (token.isEmpty()) {
      throw answer.unexpected("no accessToken");
    }
    return new Login(token, Duration.ofSeconds(json.path("tokenTtl").asLong()));
  }

  /**
   * Creates the administrator {@code nacos} on a registry without an administrator, as any of 2.4
   * or newer is at first.
   */
  public void createAdministrator(String password) {
    post(Http.CREATE_ADMINISTRATOR, Http.CREATE_ADMINISTRATOR_V3, Map.of("password", password))
        .text();
  }

  private Answer post(String v1, String v3, Map<String, String> form) {
    Answer answer = calls.post(v1, form);
    return answer.absent() ? calls.post(v3, form) : answer;
  }

  @Override
  public List<Member> members() {
    Answer answer = calls.getAsMember(Http.CLUSTER_NODES);
    if (answer.absent()) {
      answer = calls.getAsMember(Http.CLUSTER_NODES_V3);
    }
    List<Member> members = new ArrayList<>();
    for (JsonNode member : answer.json().path("data")) {
      Map<String, String> leaders = new TreeMap<>();
      member
          .path("extendInfo")
          .path("raftMetaData")
          .path("metaDataMap")
          .properties()
          .forEach(
              group -> {
                String leader = group.getValue().path("leader").asText("");
                if (!leader.isEmpty()) {
                  leaders.put(group.getKey(), leader);
                }
              });
      members.add(
          new Member(member.path("address").asText(), member.path("state").asText(), leaders));
    }
    return members;
  }

  /**
   * Every namespace; later versions than 1.4 list them for an administrator only. A node without a
   * console, which creates and lists namespaces, has the public one only.
   */
  public List<Namespace> namespaces() {
    Answer answer = calls.send("GET", Http.NAMESPACES, Map.of());
    if (answer.absent()) {
      return List.of(Namespace.PUBLIC);
    }
    List<Namespace> namespaces = new ArrayList<>();
    for (JsonNode namespace : answer.json().path("data")) {
      namespaces.add(
          new Namespace(
              namespace.path("namespace").asText(), namespace.path("namespaceShowName").asText()));
    }
    return namespaces;
  }

  /**
   * The services of a namespace with their counts on this node. Where the catalogue is refused, the
   * services of {@code DEFAULT_GROUP} are listed and asked one by one.
   *
   * @param namespaceId {@code public} or an id
   */
  public List<ServiceCount> services(String namespaceId) {
    try {
      return catalogue(namespaceId);
    } catch (AdminException e) {
      if (e.kind() != Kind.REFUSED) {
        throw e;
      }
      return oneByOne(namespaceId);
    }
  }

  /**
   * Every instance of a service that this node knows, healthy or not; none if it does not know the
   * service.
   *
   * @param service its name, in {@code DEFAULT_GROUP} unless written {@code GROUP@@name}
   */
  public List<InstanceView> instances(String namespaceId, String service) {
    Map<String, String> query =
        Map.of("namespaceId", namespaceId, "serviceName", service, "healthyOnly", "false");
    List<InstanceView> instances = new ArrayList<>();
    for (JsonNode host : get(Http.LIST, query).path("hosts")) {
      instances.add(
          new InstanceView(
              host.path("ip").asText(),
              host.path("port").asInt(),
              host.path("healthy").asBoolean()));
    }
    return instances;
  }

  /** Registers one ephemeral instance. Other nodes know it a little later. */
  public void register(String namespaceId, String service, String ip, int port) {
    change("POST", namespaceId, service, ip, port);
  }

  /** Takes an ephemeral instance out; does nothing if it is not there. */
  public void deregister(String namespaceId, String service, String ip, int port) {
    change("DELETE", namespaceId, service, ip, port);
  }

  @Override
  public Metrics metrics() {
    // Since 2.0 a node reports no more than its status without this parameter; 1.4 ignores it.
    JsonNode json = get(Http.OPERATOR_METRICS, Map.of("onlyStatus", "false"));
    return new Metrics(
        json.path("status").asText(),
        json.path("serviceCount").asInt(),
        json.path("instanceCount").asInt(),
        owned(json));
  }

  private static Integer owned(JsonNode metrics) {
    JsonNode owned = metrics.path("responsibleInstanceCount");
    if (owned.isMissingNode()) {
      owned = metrics.path("responsibleClientCount");
    }
    return owned.isInt() ? owned.intValue() : null;
  }

  /** Address of the node, {@code host:port}. */
  @Override
  public String toString() {
    return calls.node();
  }

  /** Whether the answer says that the user is unknown, as 1.4, 2.x or, from 2.4 on, others do. */
  private static boolean unknownUser(Answer answer, String user) {
    return answer.body().contains("unknown user")
        || answer.body().contains("User " + user + " not found")
        || answer.body().strip().equals("caused: " + user + ";");
  }

  private List<ServiceCount> catalogue(String namespaceId) {
    List<ServiceCount> services = new ArrayList<>();
    for (int page = 1; ; page++) {
      JsonNode json = get(Http.CATALOG_SERVICES, page(namespaceId, page));
      JsonNode list = json.path("serviceList");
      for (JsonNode service : list) {
        services.add(
            new ServiceCount(
                service.path("groupName").asText()
                    + Http.GROUP_SEPARATOR
                    + service.path("name").asText(),
                service.path("ipCount").asInt(),
                service.path("healthyInstanceCount").asInt()));
      }
      if (list.isEmpty() || services.size() >= json.path("count").asInt()) {
        return services;
      }
    }
  }

  private List<ServiceCount> oneByOne(String namespaceId) {
    List<ServiceCount> services = new ArrayList<>();
    for (int page = 1; ; page++) {
      JsonNode json = get(Http.SERVICE_LIST, page(namespaceId, page));
      JsonNode names = json.path("doms");
      for (JsonNode name : names) {
        String service = Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + name.asText();
        List<InstanceView> instances = instances(namespaceId, service);
        int healthy = (int) instances.stream().filter(InstanceView::healthy).count();
        services.add(new ServiceCount(service, instances.size(), healthy));
      }
      if (names.isEmpty() || services.size() >= json.path("count").asInt()) {
        return services;
      }
    }
  }

  private static Map<String, String> page(String namespaceId, int page) {
    return Map.of(
        "namespaceId", namespaceId,
        "pageNo", Integer.toString(page),
        "pageSize", Integer.toString(PAGE));
  }

  private void change(String method, String namespaceId, String service, String ip, int port) {
    Answer answer =
        calls.send(
            method,
            Http.INSTANCE,
            Map.of(
                "namespaceId", namespaceId,
                "serviceName", service,
                "ip", ip,
                "port", Integer.toString(port),
                "ephemeral", "true"));
    if (!answer.text().equals("ok")) {
      throw answer.unexpected("something else than ok");
    }
  }

  private JsonNode get(String path, Map<String, String> query) {
    return calls.send("GET", path, query).json();
  }
}
