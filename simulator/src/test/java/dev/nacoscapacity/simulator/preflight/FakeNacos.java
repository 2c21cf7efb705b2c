package dev.nacoscapacity.simulator.preflight;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.protocol.Compatibility;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/** One node of a registry that answers what the test says. */
final class FakeNacos implements AutoCloseable {

  /** An address that would clear a terminal: Jackson turns it into an escape character. */
  static final String HOSTILE = "\\u001b[2J1:8858";

  static final String TOKEN = "s3cret-token";

  static final ServerIdentity IDENTITY = new ServerIdentity("x-server", "s3cret-identity");

  private static final Set<String> CLIENTS =
      Set.of(Http.LIST, Http.SERVICE_LIST, Http.CLIENT_LOGIN);

  private final HttpServer server;
  private final Map<String, String> services = new HashMap<>();
  boolean auth;

  /** With what it answers for v1, but for 200. */
  int v1Status = 200;

  /** Whether it has v1 for clients only. */
  boolean consoleOff;

  /** Whether it shows its catalogue to this user. */
  boolean showsCatalogue = true;

  /** How many services it counts in all namespaces; null for a server that does not tell. */
  Integer counted;

  /** Whether it has none of what only operators ask for. */
  boolean forClientsOnly;

  /** Whether it has v3. */
  boolean v3;

  String version = "1.4.1";
  boolean acceptsToken = true;

  /** Whether it is a gateway that checks tokens in the nodes' place. */
  boolean gateway;

  boolean compresses;
  boolean listsNamespaces = true;
  String unreadableNamespace;
  String member = "127.0.0.1:8858";
  String state = "UP";

  /** How often it is asked until it no longer suspects a member. */
  int suspicions;

  String leader = "127.0.0.1:7848";
  String namespaces = "{\"namespace\":\"\"}";
  String down;

  FakeNacos() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  /** Holds services of a namespace, written as the catalogue does. */
  void holds(String namespace, String catalogue) {
    services.put(namespace, catalogue);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getQuery();
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    boolean allowed = !auth || acceptsToken && ("Bearer " + TOKEN).equals(header);
    if (unreadableNamespace != null && query != null && query.contains(unreadableNamespace)) {
      allowed = false;
    }
    if (!showsCatalogue && path.equals(Http.CATALOG_SERVICES)) {
      allowed = false;
    }
    if (!listsNamespaces && path.equals(Http.NAMESPACES)) {
      allowed = false;
    }
    boolean overV3 = path.startsWith("/nacos/v3/");
    if (down != null) {
      send(exchange, 200, down);
    } else if (forClientsOnly && !CLIENTS.contains(path)) {
      send(exchange, 404, "");
    } else if (consoleOff && Compatibility.of(path).equals(Optional.of(Compatibility.CONSOLE))) {
      send(exchange, 410, "{}");
    } else if (overV3 ? !v3 : v1Status != 200) {
      send(exchange, overV3 ? 404 : v1Status, "{}");
    } else if (path.startsWith(HttpV3.ADMIN)) {
      boolean authorized =
          IDENTITY.value().equals(exchange.getRequestHeaders().getFirst(IDENTITY.key()));
      send(exchange, authorized ? 200 : 403, "{\"code\":0,\"data\":%s}".formatted(v3(path)));
    } else if (path.equals(Http.CLIENT_LOGIN)) {
      String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean right = form.contains("password=right");
      send(
          exchange,
          right ? 200 : 403,
          right ? "{\"accessToken\":\"" + TOKEN + "\",\"tokenTtl\":18000}" : "unknown user!");
    } else if (!allowed && gateway) {
      exchange.getResponseHeaders().set("Server", "nginx/1.24.0");
      send(exchange, 401, "<html><title>401 Authorization Required</title></html>");
    } else if (!allowed) {
      send(exchange, 403, "token invalid!");
    } else {
      send(exchange, 200, body(path, query));
    }
  }

  private String v3(String path) {
    return switch (path) {
      case HttpV3.NODES -> members();
      case HttpV3.SERVICES -> "{\"totalCount\":0,\"pageItems\":[]}";
      default -> "[]";
    };
  }

  private String members() {
    return "[%s,%s]"
        .formatted(
            member("127.0.0.1:8848", "UP"),
            member(member, suspicions-- > 0 ? "SUSPICIOUS" : state));
  }

  private String body(String path, String query) {
    return switch (path) {
      case HttpV3.LIST -> "{\"code\":0,\"data\":[]}";
      case Http.LIST ->
          query.contains("serviceName=orders")
              ? "{\"hosts\":[{\"ip\":\"10.0.0.9\",\"port\":80,\"healthy\":true}]}"
              : "{\"hosts\":[]}";
      case Http.SERVICE_LIST ->
          forClientsOnly
              ? "{\"count\":1,\"doms\":[\"orders\"]}"
              : showsCatalogue ? "{}" : "{\"count\":1,\"doms\":[\"capacity-m9zzzzzz00-0001\"]}";
      case Http.OPERATOR_METRICS ->
          counted == null ? "{}" : "{\"status\":\"UP\",\"serviceCount\":%d}".formatted(counted);
      case Http.NAMESPACES -> "{\"data\":[" + namespaces + "]}";
      case Http.CLUSTER_NODES -> "{\"data\":%s}".formatted(members());
      case Http.CATALOG_SERVICES -> {
        String namespace = query.replaceFirst(".*namespaceId=([^&]*).*", "$1");
        String list = services.getOrDefault(namespace, "");
        int count = list.isEmpty() ? 0 : list.split("\\},\\{").length;
        yield "{\"count\":%d,\"serviceList\":[%s]}".formatted(count, list);
      }
      default -> "{}";
    };
  }

  private String member(String address, String memberState) {
    return """
        {"address":"%s","state":"%s","extendInfo":{"version":"%s","raftMetaData":
        {"metaDataMap":{"naming_persistent_service":{"leader":"%s"}}}}}"""
        .formatted(address, memberState, version, leader);
  }

  private void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    if (compresses && "gzip".equals(accepted)) {
      ByteArrayOutputStream zipped = new ByteArrayOutputStream();
      try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
        zip.write(body);
      }
      body = zipped.toByteArray();
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
