package dev.nacoscapacity.cluster.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpDataStoreTest {

  private record Reply(int status, String body) {}

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private HttpServer server;
  private DataStore store;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    store = AdminClient.of(server.getAddress(), Duration.ofSeconds(30)).data();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldFindANamespaceByTheConsoleOrTheAdminApiOrInTheNodesDatabase() {
    replies.put(
        "GET /nacos/v1/console/namespaces",
        new Reply(200, "{\"data\":[{\"namespace\":\"\"},{\"namespace\":\"a\"}]}"));
    assertThat(store.has(StoredKind.NAMESPACES, "a")).isTrue();
    assertThat(store.has(StoredKind.NAMESPACES, "b")).isFalse();

    replies.put("GET /nacos/v1/console/namespaces", new Reply(404, ""));
    replies.put(
        "GET /nacos/v3/admin/core/namespace/list",
        new Reply(200, "{\"code\":0,\"data\":[{\"namespace\":\"public\"},{\"namespace\":\"c\"}]}"));
    assertThat(store.has(StoredKind.NAMESPACES, "c")).isTrue();
    assertThat(store.has(StoredKind.NAMESPACES, "a")).isFalse();

    replies.put("GET /nacos/v3/admin/core/namespace/list", new Reply(404, ""));
    replies.put("GET /nacos/v1/cs/ops/derby", new Reply(200, "{\"data\":[{\"TENANT_ID\":\"a\"}]}"));
    assertThat(store.has(StoredKind.NAMESPACES, "a")).isTrue();
    assertThat(requests)
        .last()
        .asString()
        .contains("sql=select tenant_id from tenant_info where tenant_id='a'");

    replies.put("GET /nacos/v1/cs/ops/derby", new Reply(200, "{\"data\":[]}"));
    assertThat(store.has(StoredKind.NAMESPACES, "a")).isFalse();
  }

  @Test
  void shouldNotTakeADisabledQueryForTheLossOfANamespace() {
    replies.put("GET /nacos/v1/console/namespaces", new Reply(404, ""));
    replies.put("GET /nacos/v3/admin/core/namespace/list", new Reply(404, ""));
    replies.put(
        "GET /nacos/v1/cs/ops/derby",
        new Reply(200, "{\"code\":500,\"message\":\"Derby ops is disabled, ...\",\"data\":null}"));

    assertThat(failure(() -> store.has(StoredKind.NAMESPACES, "a"))).isEqualTo(Kind.FAILED);
  }

  @Test
  void shouldSayThatThereIsNoConsoleWhenANodeCannotCreateANamespace() {
    replies.put("POST /nacos/v1/console/namespaces", new Reply(404, ""));

    assertThatThrownBy(() -> store.put(StoredKind.NAMESPACES, "a"))
        .hasMessageEndingWith(
            " has no /nacos/v1/console/namespaces (404): it serves no console on this port");
  }

  @Test
  void shouldFindAUserByALogin() {
    replies.put("POST /nacos/v1/auth/users/login", new Reply(200, "{\"accessToken\":\"t\"}"));
    assertThat(store.has(StoredKind.USERS, "a")).isTrue();

    replies.put("POST /nacos/v1/auth/users/login", new Reply(403, "unknown user!"));
    assertThat(store.has(StoredKind.USERS, "a")).isFalse();

    replies.put("POST /nacos/v1/auth/users/login", new Reply(500, "oops"));
    assertThat(failure(() -> store.has(StoredKind.USERS, "a"))).isEqualTo(Kind.FAILED);
  }

  @Test
  void shouldFindAConfigurationByItsContentInEveryNamespace() {
    replies.put("GET /nacos/v1/cs/configs?tenant=", new Reply(200, "a@"));
    replies.put(
        "GET /nacos/v1/cs/configs?tenant=nacos-capacity-data",
        new Reply(200, "a@nacos-capacity-data"));
    assertThat(store.has(StoredKind.CONFIGURATIONS, "a")).isTrue();

    replies.put("GET /nacos/v1/cs/configs?tenant=nacos-capacity-data", new Reply(200, "other"));
    assertThat(store.has(StoredKind.CONFIGURATIONS, "a")).isFalse();

    replies.put("GET /nacos/v1/cs/configs?tenant=nacos-capacity-data", new Reply(404, "none"));
    assertThat(store.has(StoredKind.CONFIGURATIONS, "a")).isFalse();
  }

  @Test
  void shouldStoreOneOfEachKind() {
    replies.put("POST /nacos/v1/console/namespaces", new Reply(200, "true"));
    replies.put("POST /nacos/v1/auth/users", new Reply(200, "{\"code\":200}"));
    replies.put("POST /nacos/v1/cs/configs", new Reply(200, "true"));

    for (StoredKind kind : StoredKind.values()) {
      store.put(kind, "a");
    }

    assertThat(requests).hasSize(4);
    assertThat(requests.get(0)).contains("customNamespaceId=a");
    assertThat(requests.get(1)).contains("username=a", "password=capacity-a");
    assertThat(requests.get(2)).contains("dataId=a", "content=a@", "group=DEFAULT_GROUP");
    assertThat(requests.get(3)).contains("tenant=nacos-capacity-data");
  }

  @Test
  void shouldSayWhenANodeDoesNotStoreIt() {
    replies.put("POST /nacos/v1/console/namespaces", new Reply(500, ""));
    replies.put("POST /nacos/v1/cs/configs", new Reply(200, "false"));

    assertThat(failure(() -> store.put(StoredKind.NAMESPACES, "a"))).isEqualTo(Kind.UNEXPECTED);
    assertThat(failure(() -> store.put(StoredKind.CONFIGURATIONS, "a"))).isEqualTo(Kind.UNEXPECTED);
  }

  private static Kind failure(ThrowingCallable call) {
    return catchThrowableOfType(AdminException.class, call).kind();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getQuery();
    String sent =
        query == null
            ? new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
            : query;
    requests.add(call + " " + URLDecoder.decode(sent, StandardCharsets.UTF_8));
    Reply reply =
        replies.entrySet().stream()
            .filter(each -> matches(each.getKey(), call, sent))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(new Reply(500, "not expected"));
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static boolean matches(String expected, String call, String query) {
    int parameter = expected.indexOf('?');
    return parameter < 0
        ? expected.equals(call)
        : expected.substring(0, parameter).equals(call)
            && List.of(query.split("&")).contains(expected.substring(parameter + 1));
  }
}
