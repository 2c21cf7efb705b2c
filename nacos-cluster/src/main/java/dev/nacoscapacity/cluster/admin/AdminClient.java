package dev.nacoscapacity.cluster.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.nacoscapacity.cluster.admin.AdminCalls.Answer;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.ServiceListing.Scope;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.core.workload.BeatTime;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An operator's calls to one node of a registry, over HTTP v1 or, where the node has that switched
 * off or removed, over v3. Safe for use by many threads; every method throws {@link
 * AdminException}, and none takes longer than the time limit for each page that it reads, or twice
 * that while the node's API is unknown.
 *
 * <p>Source: Nacos 1.4.1's {@code UserController}, {@code NacosClusterController}, {@code
 * CatalogController}, {@code ServiceController}, {@code InstanceController} and {@code
 * OperatorController}, and what {@link HttpV3} names. Bodies are checked too: a node without a raft
 * leader or without its users can answer 200.
 */
public final class AdminClient implements NodeAdmin {

  private static final int PAGE = 500;
  private static final String PROBE_IP = "127.0.0.1";
  private static final int PROBE_PORT = 1;

  /** After such a failure a slow node, or one behind a gateway, may have done it all the same. */
  private static final Set<Kind> MAY_BE_DONE =
      EnumSet.of(Kind.UNREACHABLE, Kind.TIMED_OUT, Kind.GATEWAY, Kind.FAILED, Kind.UNEXPECTED);

  private final AdminCalls calls;

  /**
   * By path of v1: that path, or the one of v3, whichever answered last. 3.x has parts of v1, and a
   * node may be upgraded meanwhile.
   */
  private final Map<String, String> answering;

  private AdminClient(AdminCalls calls, Map<String, String> answering) {
    this.calls = calls;
    this.answering = answering;
  }

  /**
   * A client without a token.
   *
   * @param timeout for each call, from connecting to the last byte
   */
  public static AdminClient of(InetSocketAddress node, Duration timeout) {
    return of(node, Reach.USUAL, timeout);
  }

  /**
   * A client without a token.
   *
   * @param reach how to reach the node
   */
  public static AdminClient of(InetSocketAddress node, Reach reach, Duration timeout) {
    return new AdminClient(AdminCalls.of(node, reach, false, timeout), new ConcurrentHashMap<>());
  }

  /** A client of an entry point that clients call in place of the nodes. */
  public static AdminClient ofEntry(InetSocketAddress entry, Reach reach, Duration timeout) {
    return new AdminClient(AdminCalls.of(entry, reach, true, timeout), new ConcurrentHashMap<>());
  }

  /** This client, presenting a token with each call. */
  public AdminClient withToken(Login login) {
    return withToken(login::token);
  }

  /**
   * This client, presenting with each call the token that is valid then.
   *
   * @param token supplies null for none; may be called by several threads
   */
  public AdminClient withToken(Supplier<String> token) {
    return new AdminClient(calls.withToken(token), answering);
  }

  /**
   * This client, presenting the servers' identity where nodes want that or an administrator's
   * token.
   *
   * @param identity empty for none
   */
  public AdminClient withIdentity(Optional<ServerIdentity> identity) {
    return new AdminClient(calls.withIdentity(identity), answering);
  }

  /** This client, with throttled calls. */
  public AdminClient withThrottle(CallThrottle pace) {
    return new AdminClient(calls.withPace(pace), answering);
  }

  /**
   * Why clients cannot call the node over an API: a sentence with a remedy; empty when they can,
   * possibly only with a token.
   */
  public Optional<String> missing(HttpApi api) {
    Answer answer =
        calls.send(
            "GET",
            api == HttpApi.V1 ? Http.LIST : HttpV3.LIST,
            Map.of("serviceName", "nacos-capacity-preflight"));
    return answer.absent() ? Optional.of(answer.absence()) : Optional.empty();
  }

  /** Whether the node compresses a long answer for a client that allows it. */
  public boolean compresses() {
    return calls.compresses(answering.getOrDefault(Http.CLUSTER_NODES, Http.CLUSTER_NODES));
  }

  /** What an operator stores through the node. */
  public DataStore data() {
    return new HttpDataStore(calls, this);
  }

  /** Trades a password for a token. */
  public Login login(String user, String password) {
    Map<String, String> form = Map.of("username", user, "password", password);
    Answer answer = ask(Http.CLIENT_LOGIN, HttpV3.LOGIN, path -> calls.post(path, form));
    if (answer.refused() || unknownUser(answer, user)) {
      String words = answer.strange().words();
      throw new AdminException(
          Kind.WRONG_PASSWORD,
          "%s refuses the login of '%s'%s: check user and password"
              .formatted(calls.node(), user, words.isEmpty() ? "" : " (\"" + words + "\")"));
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
    ask(
            Http.ADMINISTRATOR,
            HttpV3.ADMINISTRATOR,
            path -> calls.post(path, Map.of("password", password)))
        .text();
  }

  @Override
  public List<Member> members() {
    return data(get(Http.CLUSTER_NODES, HttpV3.NODES, Map.of()))
        .valueStream()
        .map(AdminClient::member)
        .toList();
  }

  private static Member member(JsonNode member) {
    JsonNode more = member.path("extendInfo");
    Map<String, String> leaders = new TreeMap<>();
    more.path("raftMetaData")
        .path("metaDataMap")
        .properties()
        .forEach(group -> leaders.put(group.getKey(), group.getValue().path("leader").asText("")));
    leaders.values().removeIf(String::isEmpty);
    return new Member(
        member.path("address").asText(),
        member.path("state").asText(),
        leaders,
        more.path("version").asText(""));
  }

  /**
   * Every namespace; later versions than 1.4 list them for an administrator only. A node without a
   * console, which creates and lists namespaces, has the public one only.
   */
  public List<Namespace> namespaces() {
    Answer answer = get(Http.NAMESPACES, HttpV3.NAMESPACES, Map.of());
    if (answer.absent() && !answer.strange().isOfGateway()) {
      return List.of(Namespace.PUBLIC);
    }
    return data(answer)
        .valueStream()
        .map(
            namespace ->
                new Namespace(
                    namespace.path("namespace").asText(),
                    namespace.path("namespaceShowName").asText()))
        // 3.x writes the name of the public namespace, earlier versions an empty id.
        .map(each -> each.id().equals(Namespace.PUBLIC.name()) ? Namespace.PUBLIC : each)
        .toList();
  }

  /**
   * The services of a namespace with their counts on this node. When the catalogue is refused or
   * absent, the services of {@code DEFAULT_GROUP} are listed and queried one by one, with calls
   * that every client may make; only v1 allows this. Such a list is of one group: since 2.0 none
   * stands for all, and 1.4, where {@code *} does, lists the names without their groups.
   *
   * @param namespaceId {@code public} or an id
   */
  public ServiceListing listing(String namespaceId) {
    try {
      return new ServiceListing(Scope.ALL, catalogue(namespaceId));
    } catch (AdminException e) {
      if (!e.kind().hidesApi()) {
        throw e;
      }
      return new ServiceListing(Scope.DEFAULT_GROUP, oneByOne(namespaceId, e));
    }
  }

  /**
   * Every instance of a service that this node knows, healthy or not; empty if the node does not
   * know the service.
   *
   * @param service its name, in {@code DEFAULT_GROUP} unless written {@code GROUP@@name}
   */
  public List<InstanceView> instances(String namespaceId, String service) {
    return hosts(namespaceId, service)
        .map(
            host ->
                new InstanceView(
                    host.path("ip").asText(),
                    host.path("port").asInt(),
                    host.path("healthy").asBoolean()))
        .toList();
  }

  /** Properties that the instances of a service report about themselves, in no particular order. */
  public List<InstanceTraits> traits(String namespaceId, String service) {
    return hosts(namespaceId, service)
        .map(host -> host.path("metadata"))
        .map(
            metadata ->
                new InstanceTraits(
                    metadata.toString().getBytes(StandardCharsets.UTF_8).length,
                    metadata.path(BeatTime.INTERVAL.key()).asLong(BeatTime.INTERVAL.millis())))
        .toList();
  }

  /** What the instances of a service say about themselves, and when the node said so. */
  public MetadataListing metadata(String namespaceId, String service) {
    Answer answer = list(namespaceId, service);
    List<Map<String, String>> metadata = new ArrayList<>();
    hosts(answer)
        .forEach(
            host -> {
              Map<String, String> own = new HashMap<>();
              host.path("metadata")
                  .properties()
                  .forEach(each -> own.put(each.getKey(), each.getValue().asText()));
              metadata.add(own);
            });
    JsonNode time = answer.isV3() ? MissingNode.getInstance() : answer.content().path("lastRefTime");
    return new MetadataListing(
        metadata,
        time.asLong() > 0 ? Optional.of(Instant.ofEpochMilli(time.asLong())) : Optional.empty());
  }

  private Stream<JsonNode> hosts(String namespaceId, String service) {
    return hosts(list(namespaceId, service));
  }

  private static Stream<JsonNode> hosts(Answer answer) {
    JsonNode content = answer.content();
    return (answer.isV3() ? content : content.path("hosts")).valueStream();
  }

  private Answer list(String namespaceId, String service) {
    Map<String, String> query = new HashMap<>(named(namespaceId, service));
    query.put("healthyOnly", "false");
    return get(Http.LIST, HttpV3.LIST, query);
  }

  /**
   * The subscribers of a service, on any node.
   *
   * @param service {@code GROUP@@name}
   */
  public List<SubscriberView> subscribers(String namespaceId, String service) {
    IntFunction<Answer> page =
        number -> {
          Map<String, String> grouped = new HashMap<>(page(namespaceId, number));
          Map<String, String> query = new HashMap<>(grouped);
          grouped.put("serviceName", service);
          query.putAll(named(namespaceId, service));
          return ask(
              Http.SUBSCRIBERS,
              HttpV3.SUBSCRIBERS,
              path -> calls.send("GET", path, path.equals(Http.SUBSCRIBERS) ? grouped : query));
        };
    return pages(page, "subscribers").stream()
        .filter(each -> subscribesTo(service, each))
        .map(
            each ->
                new SubscriberView(
                    each.path("addrStr")
                        .asText(each.path("ip").asText() + ":" + each.path("port").asInt()),
                    each.path("agent").asText()))
        .toList();
  }

  /** v1 also returns subscribers of services whose names contain a service's name. */
  private static boolean subscribesTo(String service, JsonNode subscriber) {
    String name = subscriber.path("serviceName").asText();
    String group = subscriber.path("groupName").asText(Http.DEFAULT_GROUP);
    return service.equals(name) || service.equals(group + Http.GROUP_SEPARATOR + name);
  }

  /**
   * Counts the clients that registered the instances of a service, on any node, by protocol.
   * Servers have this since 2.2.
   *
   * @param service {@code GROUP@@name}
   */
  public PublisherCount publishers(String namespaceId, String service) {
    int http = 0;
    int grpc = 0;
    for (JsonNode client :
        data(get(Http.PUBLISHERS, HttpV3.PUBLISHERS, named(namespaceId, service)))) {
      // IP:PORT#EPHEMERAL of an instance registered over HTTP, or the id of a connection.
      if (client.path("clientId").asText().contains("#")) {
        http++;
      } else {
        grpc++;
      }
    }
    return new PublisherCount(http, grpc);
  }

  /** Registers one ephemeral instance. Other nodes know it a little later. */
  public void register(String namespaceId, String service, String ip, int port) {
    change("POST", namespaceId, service, ip, port, Map.of());
  }

  /**
   * The same with metadata; one that is registered gets them anew, and does not expire meanwhile.
   *
   * @param metadata as JSON
   */
  public void register(String namespaceId, String service, String ip, int port, String metadata) {
    change("POST", namespaceId, service, ip, port, Map.of("metadata", metadata));
  }

  /** Deregisters an ephemeral instance; has no effect if it is not registered. */
  public void deregister(String namespaceId, String service, String ip, int port) {
    change("DELETE", namespaceId, service, ip, port, Map.of());
  }

  /**
   * Registers an instance with metadata and deregisters it again: throws unless a client may do
   * both. One that a slow node registers all the same expires for want of beats.
   *
   * @param metadata as JSON
   */
  public void registerOnce(String namespaceId, String service, String metadata) {
    register(namespaceId, service, PROBE_IP, PROBE_PORT, metadata);
    deregister(namespaceId, service, PROBE_IP, PROBE_PORT);
  }

  /**
   * Publishes a configuration and removes it again, over v1: throws unless a client may do both.
   *
   * @param tenant the namespace's id; empty for {@code public}
   */
  public void publishOnce(String tenant, String dataId) {
    Map<String, String> key =
        Map.of("dataId", dataId, "group", Http.DEFAULT_GROUP, "tenant", tenant);
    Map<String, String> form = new HashMap<>(key);
    form.put("content", dataId);
    try {
      calls.post(Http.CONFIGS, form).text();
    } catch (AdminException e) {
      if (MAY_BE_DONE.contains(e.kind())) {
        remove(key);
      }
      throw e;
    }
    remove(key);
  }

  private void remove(Map<String, String> configuration) {
    try {
      calls.send("DELETE", Http.CONFIGS, configuration).text();
    } catch (AdminException e) {
      throw new AdminException(
          e.kind(),
          "%s, so the configuration '%s' of the group %s may still be there: remove it"
              .formatted(e.getMessage(), configuration.get("dataId"), configuration.get("group")));
    }
  }

  @Override
  public NodeCounts metrics() {
    // Since 2.0 a node reports only its status without this parameter; 1.4 ignores it.
    JsonNode json =
        get(Http.OPERATOR_METRICS, HttpV3.METRICS, Map.of("onlyStatus", "false")).content();
    return new NodeCounts(
        json.path("status").asText(),
        json.path("serviceCount").asInt(),
        json.path("instanceCount").asInt(),
        // By the name of 1.4, or of 2.0 and later.
        Stream.of("responsibleInstanceCount", "responsibleClientCount")
            .map(json::path)
            .filter(JsonNode::isInt)
            .map(JsonNode::intValue)
            .findFirst());
  }

  /**
   * Whether the node, a 2.0 among nothing older, still keeps the registry of 1.x beside its own. It
   * gives that up once both are equal on every member, so what is registered through a node that
   * has done so keeps the others from it.
   *
   * <p>Source: Nacos 2.0.4's {@code UpgradeJudgement} and {@code UpgradeOpsController}; no version
   * from 2.1 on has either.
   */
  public boolean keepsRegistryOf1() {
    Answer answer = calls.send("GET", Http.UPGRADE_METRICS, Map.of());
    if (answer.absent()) {
      return false;
    }
    String state = answer.text();
    return isTrue("isAll20XVersion", state) && !isTrue("upgraded", state);
  }

  private static boolean isTrue(String name, String lines) {
    return lines.lines().anyMatch(line -> line.matches(name + "\\s*=\\s*true"));
  }

  /** Address of the node, {@code host:port}. */
  @Override
  public String toString() {
    return calls.node();
  }

  /** Whether the answer reports an unknown user, in the format of 1.4, 2.x, or 2.4 and later. */
  private static boolean unknownUser(Answer answer, String user) {
    return answer.body().contains("unknown user")
        || answer.body().contains("User " + user + " not found")
        || answer.body().strip().equals("caused: " + user + ";");
  }

  private List<ServiceCount> catalogue(String namespaceId) {
    return pages(
            page -> get(Http.CATALOG_SERVICES, HttpV3.SERVICES, page(namespaceId, page)),
            "serviceList")
        .stream()
        .map(
            service ->
                new ServiceCount(
                    service.path("groupName").asText()
                        + Http.GROUP_SEPARATOR
                        + service.path("name").asText(),
                    service.path("ipCount").asInt(),
                    service.path("healthyInstanceCount").asInt()))
        .toList();
  }

  private List<ServiceCount> oneByOne(String namespaceId, AdminException refusal) {
    IntFunction<Answer> page =
        number -> {
          Answer answer = calls.send("GET", Http.SERVICE_LIST, page(namespaceId, number));
          if (answer.absent()) {
            throw refusal;
          }
          return answer;
        };
    return pages(page, "doms").stream()
        .map(name -> Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + name.asText())
        .map(
            service -> {
              List<InstanceView> instances = instances(namespaceId, service);
              int healthy = (int) instances.stream().filter(InstanceView::healthy).count();
              return new ServiceCount(service, instances.size(), healthy);
            })
        .toList();
  }

  /**
   * The items of all pages.
   *
   * @param page by its number, from 1
   * @param itemsOfV1 the name of a page's items in v1
   */
  private static List<JsonNode> pages(IntFunction<Answer> page, String itemsOfV1) {
    List<JsonNode> items = new ArrayList<>();
    for (int number = 1; ; number++) {
      Answer answer = page.apply(number);
      JsonNode content = answer.content();
      JsonNode list = content.path(answer.isV3() ? "pageItems" : itemsOfV1);
      list.forEach(items::add);
      int count = content.path(answer.isV3() ? "totalCount" : "count").asInt();
      if (list.isEmpty() || items.size() >= count) {
        return items;
      }
    }
  }

  private static Map<String, String> page(String namespaceId, int page) {
    return Map.of(
        "namespaceId", namespaceId,
        "pageNo", Integer.toString(page),
        "pageSize", Integer.toString(PAGE));
  }

  private void change(
      String method,
      String namespaceId,
      String service,
      String ip,
      int port,
      Map<String, String> more) {
    Map<String, String> query = new HashMap<>(named(namespaceId, service));
    query.putAll(more);
    query.putAll(Map.of("ip", ip, "port", Integer.toString(port), "ephemeral", "true"));
    Answer answer = ask(Http.INSTANCE, HttpV3.INSTANCE, path -> calls.send(method, path, query));
    String result = answer.isV3() ? answer.content().asText() : answer.text();
    if (!result.equals("ok")) {
      throw answer.unexpected("something else than ok");
    }
  }

  /**
   * Parameters that name a service in both APIs: v3 accepts no grouped name, and v1 also accepts
   * the group.
   */
  private static Map<String, String> named(String namespaceId, String service) {
    int group = service.indexOf(Http.GROUP_SEPARATOR);
    return Map.of(
        "namespaceId", namespaceId,
        "groupName", group < 0 ? Http.DEFAULT_GROUP : service.substring(0, group),
        "serviceName",
            group < 0 ? service : service.substring(group + Http.GROUP_SEPARATOR.length()));
  }

  /** The data of an answer that both APIs wrap in the same envelope. */
  private static JsonNode data(Answer answer) {
    JsonNode content = answer.content();
    return answer.isV3() ? content : content.path("data");
  }

  private Answer get(String v1, String v3, Map<String, String> query) {
    return ask(v1, v3, path -> calls.send("GET", path, query));
  }

  /**
   * Calls the path of the API that answered last (v1 at first), or that of the other API when that
   * one is absent.
   */
  private Answer ask(String v1, String v3, Function<String, Answer> call) {
    String usual = answering.getOrDefault(v1, v1);
    Answer answer = call.apply(usual);
    if (!answer.absent()) {
      return answer;
    }
    String other = usual.equals(v1) ? v3 : v1;
    Answer second = call.apply(other).after(answer);
    if (!second.absent()) {
      answering.put(v1, other);
    }
    return second;
  }
}
