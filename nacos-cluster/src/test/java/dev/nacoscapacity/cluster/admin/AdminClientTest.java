package dev.nacoscapacity.cluster.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminClientTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final List<String> requests = new ArrayList<>();
  private HttpServer server;
  private AdminClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    client = AdminClient.of(server.getAddress(), TIMEOUT);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldReturnTokenAndTtlWhenLoginSucceeds() {
    answer("/nacos/v1/auth/users/login", 200, "{\"accessToken\":\"s3cret\",\"tokenTtl\":18000}");

    Login login = client.login("nacos", "p&w d");

    assertThat(login).isEqualTo(new Login("s3cret", Duration.ofHours(5)));
    assertThat(login.toString()).doesNotContain("s3cret");
    assertThat(requests).containsExactly("POST /nacos/v1/auth/users/login null");
  }

  @Test
  void shouldPresentTokenInHeaderWhenLoggedIn() {
    answer("/nacos/v1/ns/operator/metrics", 200, "{\"status\":\"UP\",\"serviceCount\":2}");

    NodeCounts metrics = client.withToken(new Login("t", Duration.ofHours(1))).metrics();

    assertThat(metrics).isEqualTo(new NodeCounts("UP", 2, 0, Optional.empty()));
    assertThat(requests)
        .containsExactly("GET /nacos/v1/ns/operator/metrics?onlyStatus=false Bearer t");
  }

  @ParameterizedTest
  @CsvSource({
    "403, unknown user!, WRONG_PASSWORD",
    "200, unknown user!, WRONG_PASSWORD",
    "500, caused: nacos;, WRONG_PASSWORD",
    "500, caused: User nacos not found;, WRONG_PASSWORD",
    "500, caused: table is missing;, FAILED",
    "200, '{\"code\":500,\"message\":\"caused: no database\"}', FAILED",
    "401, '', WRONG_PASSWORD",
    "200, '', NOT_READY",
    "200, {}, UNEXPECTED",
    "200, <html>, UNEXPECTED",
    "500, '', UNEXPECTED",
  })
  void shouldNameFaultWhenLoginFails(int status, String body, Kind kind) {
    answer("/nacos/v1/auth/users/login", status, body);

    assertThat(failure(() -> client.login("nacos", "hush")))
        .hasMessageNotContaining("hush")
        .extracting(AdminException::kind)
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "503, 'server is DOWN now, please try again later!', NOT_READY",
    "200, 'server is DOWN now, please try again later!', NOT_READY",
    "403, '{\"message\":\"unknown user!\"}', REFUSED",
    "500, oops, FAILED",
    "200, oops, UNEXPECTED",
    "200, [], UNEXPECTED",
  })
  void shouldNameFaultWhenCallFails(int status, String body, Kind kind) {
    answer("/nacos/v1/ns/instance/list", status, body);

    assertThat(failure(() -> client.instances("public", "orders")).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "503, GATEWAY, raise the gateway's rate limit",
    "429, GATEWAY, raise the gateway's rate limit",
    "403, BLOCKED, let the gateway pass this path",
    "401, BLOCKED, let the gateway pass this path",
    "302, GATEWAY, let the gateway pass this path",
    "414, GATEWAY, limit of request lines",
    "200, GATEWAY, let the gateway pass this path",
    "502, UNREACHABLE, in place of 127.0.0.1",
    "504, UNREACHABLE, in place of 127.0.0.1",
  })
  void shouldNotTakeAGatewaysAnswerForTheNodes(int status, Kind kind, String words) {
    gatewayAnswers("/nacos/v1/ns/instance/list", status);

    assertThat(failure(() -> client.instances("public", "orders")))
        .hasMessageContaining("a gateway (nginx/1.24.0) answered /nacos/v1/ns/instance/list")
        .hasMessageContaining("status " + status + ", \"Some page\"")
        .hasMessageContaining(words)
        .extracting(AdminException::kind)
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html><body>token expired!</body></html>",
        "{\"status\":403,\"message\":\"token expired!\"}"
      })
  void shouldShowTheServersOwnSentenceWhenItRefuses(String body) {
    answer("/nacos/v1/ns/instance/list", 403, body);

    assertThat(failure(() -> client.instances("public", "orders")))
        .hasMessageContaining("403, \"token expired!\"")
        .extracting(AdminException::kind)
        .isEqualTo(Kind.REFUSED);
  }

  @ParameterizedTest
  @CsvSource({"no available server, UNREACHABLE", "'', NOT_READY"})
  void shouldNotBlameAGatewayWhenTheNodeIsAtFault(String body, Kind kind) {
    answer("/nacos/v1/ns/instance/list", 503, body);

    assertThat(failure(() -> client.instances("public", "orders")).kind()).isEqualTo(kind);
  }

  @Test
  void shouldReadServicesOneByOneWhenAGatewayBlocksTheCatalogue() {
    gatewayAnswers("/nacos/v1/ns/catalog/services", 403);
    answer("/nacos/v1/ns/service/list", 200, "{\"count\":1,\"doms\":[\"orders\"]}");
    answer("/nacos/v1/ns/instance/list", 200, "{\"hosts\":[]}");

    assertThat(client.listing("dev").scope()).isEqualTo(ServiceListing.Scope.DEFAULT_GROUP);
    assertThat(client.listing("dev").services()).hasSize(1);
  }

  private void gatewayAnswers(String path, int status) {
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Server", "nginx/1.24.0");
          exchange.getResponseHeaders().set("Location", "/login");
          byte[] page = "<html><title>Some page</title></html>".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{1}}",
        "providers:com.foo.Bar:1.0.0:",
        "100%",
        "a@@b",
        "a&groupName=b",
        "<script>",
        "\u001b[2J"
      })
  void shouldAskForAServiceOfAnyName(String name) {
    answer("/nacos/v1/ns/instance/list", 200, "{\"hosts\":[]}");

    assertThat(client.instances("public", "shop@@" + name)).isEmpty();

    String query = requests.get(0).split("[? ]")[2];
    assertThat(query.split("&"))
        .extracting(parameter -> URLDecoder.decode(parameter, StandardCharsets.UTF_8))
        .contains("groupName=shop", "serviceName=" + name);
  }

  @Test
  void shouldReadMembersAndLeadersWhenOneGroupHasNoLeader() {
    answer(
        "/nacos/v1/core/cluster/nodes",
        200,
        """
        {"code":200,"data":[
          {"address":"127.0.0.1:8848","state":"UP","extendInfo":{"raftMetaData":{"metaDataMap":{
            "nacos_config":{"leader":"","term":0},
            "naming_persistent_service":{"leader":"127.0.0.1:7848","term":1}}}}},
          {"address":"127.0.0.1:8858","state":"DOWN","extendInfo":{}}]}
        """);

    List<Member> members = client.members();

    assertThat(members).extracting(Member::up).containsExactly(true, false);
    assertThat(members.get(0).leaders())
        .containsExactly(Map.entry("naming_persistent_service", "127.0.0.1:7848"));
    assertThat(members.get(1).leaders()).isEmpty();
  }

  @Test
  void shouldLogInAndCreateTheAdministratorByV3WhenV1IsGone() {
    answer("/nacos/v1/auth/users/login", 410, "");
    answer("/nacos/v1/auth/users/admin", 410, "");
    answer("/nacos/v3/auth/user/login", 200, "{\"accessToken\":\"t\",\"tokenTtl\":1}");
    answer("/nacos/v3/auth/user/admin", 200, "{\"code\":0}");

    client.createAdministrator("hush");

    assertThat(client.login("nacos", "hush").token()).isEqualTo("t");
    assertThat(requests).extracting(line -> line.split(" ")[1]).doesNotContain("hush");
  }

  @Test
  void shouldReadEveryPageWhenNamespaceIsLarge() {
    server.createContext(
        "/nacos/v1/ns/catalog/services",
        exchange -> {
          String page = exchange.getRequestURI().getQuery().contains("pageNo=1") ? "a" : "b";
          reply(
              exchange,
              200,
              "{\"count\":2,\"serviceList\":[{\"name\":\"%s\",\"groupName\":\"G\",\"ipCount\":3,\"healthyInstanceCount\":2}]}"
                  .formatted(page));
        });

    assertThat(client.listing("capacity").services())
        .containsExactly(new ServiceCount("G@@a", 3, 2), new ServiceCount("G@@b", 3, 2));
  }

  @Test
  void shouldCountInstancesWhenCatalogueIsRefused() {
    answer("/nacos/v1/ns/catalog/services", 403, "");
    answer("/nacos/v1/ns/service/list", 200, "{\"count\":1,\"doms\":[\"orders\"]}");
    answer(
        "/nacos/v1/ns/instance/list",
        200,
        "{\"hosts\":[{\"ip\":\"10.0.0.1\",\"port\":80,\"healthy\":true},"
            + "{\"ip\":\"10.0.0.2\",\"port\":80,\"healthy\":false}]}");

    assertThat(client.listing("capacity").services())
        .containsExactly(new ServiceCount("DEFAULT_GROUP@@orders", 2, 1));
  }

  @Test
  void shouldListNamespaces() {
    answer(
        "/nacos/v1/console/namespaces",
        200,
        "{\"data\":[{\"namespace\":\"\",\"namespaceShowName\":\"public\"}]}");

    assertThat(client.namespaces()).containsExactly(new Namespace("", "public"));
  }

  @Test
  void shouldListThePublicNamespaceWhenANodeHasNoConsole() {
    answer("/nacos/v1/console/namespaces", 404, "{}");

    assertThat(client.namespaces()).containsExactly(new Namespace("", "public"));
  }

  @Test
  void shouldRegisterAndDeregisterOneInstance() {
    answer("/nacos/v1/ns/instance", 200, "ok");

    client.register("capacity", "orders", "10.0.0.1", 80);
    client.deregister("capacity", "orders", "10.0.0.1", 80);

    assertThat(requests).hasSize(2).allMatch(line -> line.contains("ephemeral=true"));
    assertThat(requests).extracting(line -> line.split(" ")[0]).containsExactly("POST", "DELETE");
  }

  @Test
  void shouldPresentTheTokenThatIsValidAtEachCall() {
    answer("/nacos/v1/ns/operator/metrics", 200, "{\"status\":\"UP\"}");
    Deque<String> tokens = new ArrayDeque<>(List.of("old", "renewed"));
    AdminClient renewing = client.withToken(tokens::pop);

    renewing.metrics();
    renewing.metrics();

    assertThat(requests).extracting(line -> line.split(" ")[3]).containsExactly("old", "renewed");
  }

  @Test
  void shouldRemoveTheConfigurationThatItPublishedOnce() {
    answer("/nacos/v1/cs/configs", 200, "true");

    client.publishOnce("dev", "probe");

    assertThat(requests).extracting(line -> line.split(" ")[0]).containsExactly("POST", "DELETE");
    assertThat(requests.get(1)).contains("dataId=probe").contains("tenant=dev");
  }

  @Test
  void shouldRemoveTheConfigurationAlsoWhenTheNodeDidNotAnswerInTime() {
    server.createContext(
        "/nacos/v1/cs/configs",
        exchange -> {
          requests.add(exchange.getRequestMethod());
          if (exchange.getRequestMethod().equals("DELETE")) {
            reply(exchange, 200, "true");
          }
        });
    AdminClient impatient = AdminClient.of(server.getAddress(), Duration.ofMillis(50));

    assertThat(failure(() -> impatient.publishOnce("", "probe")).kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(requests).containsExactly("POST", "DELETE");
  }

  @ParameterizedTest
  @ValueSource(ints = {504, 429})
  void shouldRemoveTheConfigurationAlsoWhenAGatewayAnswersInPlaceOfTheNode(int status) {
    server.createContext(
        "/nacos/v1/cs/configs",
        exchange -> {
          requests.add(exchange.getRequestMethod());
          exchange.getResponseHeaders().set("Server", "nginx");
          boolean removes = exchange.getRequestMethod().equals("DELETE");
          reply(exchange, removes ? 200 : status, removes ? "true" : "<html>");
        });

    assertThat(failure(() -> client.publishOnce("", "probe")).kind())
        .isEqualTo(status == 504 ? Kind.UNREACHABLE : Kind.GATEWAY);
    assertThat(requests).containsExactly("POST", "DELETE");
  }

  @Test
  void shouldDeregisterTheInstanceThatItRegisteredOnce() {
    answer("/nacos/v1/ns/instance", 200, "ok");

    client.registerOnce("capacity", "orders", "{\"padding\":\"xx\"}");

    assertThat(requests).extracting(line -> line.split(" ")[0]).containsExactly("POST", "DELETE");
    assertThat(requests.get(0)).contains("serviceName=orders").contains("padding");
    assertThat(requests.get(1)).contains("serviceName=orders").doesNotContain("padding");
  }

  @Test
  void shouldRefuseAnswerWhenRegistrationIsNotOk() {
    answer("/nacos/v1/ns/instance", 200, "no");

    assertThat(failure(() -> client.register("capacity", "orders", "10.0.0.1", 80)).kind())
        .isEqualTo(Kind.UNEXPECTED);
  }

  @Test
  void shouldReportUnreachableWhenNothingListens() {
    server.stop(0);

    assertThat(failure(client::metrics))
        .hasMessageContaining("127.0.0.1:" + server.getAddress().getPort())
        .extracting(AdminException::kind)
        .isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void shouldTimeOutWhenNodeAcceptsAndNeverAnswers() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      AdminClient impatient =
          AdminClient.of((InetSocketAddress) silent.getLocalSocketAddress(), Duration.ofMillis(50));

      assertThat(failure(impatient::members).kind()).isEqualTo(Kind.TIMED_OUT);
    }
  }

  @Test
  void shouldTimeOutWhenBodyStopsHalfway() {
    server.createContext(
        "/nacos/v1/core/cluster/nodes",
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
        });

    AdminClient impatient = AdminClient.of(server.getAddress(), Duration.ofMillis(50));

    assertThat(failure(impatient::members).kind()).isEqualTo(Kind.TIMED_OUT);
  }

  /** As 3.2 has it: v1 is gone. */
  private void removeV1() {
    server.createContext("/nacos/v1/", exchange -> reply(exchange, 404, "{}"));
  }

  @Test
  void shouldAskOverV3WhereV1IsGoneAndNotTwiceFromThenOn() {
    removeV1();
    answer(
        "/nacos/v3/admin/ns/ops/metrics",
        200,
        "{\"code\":0,\"message\":\"success\",\"data\":{\"status\":\"UP\",\"serviceCount\":2,"
            + "\"instanceCount\":7,\"responsibleClientCount\":3}}");

    assertThat(client.metrics()).isEqualTo(new NodeCounts("UP", 2, 7, Optional.of(3)));
    server.removeContext("/nacos/v1/");
    answer("/nacos/v1/ns/operator/metrics", 500, "");
    client.metrics();

    assertThat(requests)
        .hasSize(2)
        .allMatch(line -> line.startsWith("GET /nacos/v3/admin/ns/ops/metrics?onlyStatus=false"));
  }

  /** A node may be of an older version after its restart. */
  @Test
  void shouldGoBackToV1WhenV3IsGone() {
    removeV1();
    answer("/nacos/v3/admin/ns/ops/metrics", 200, "{\"code\":0,\"data\":{\"instanceCount\":7}}");
    assertThat(client.metrics().instances()).isEqualTo(7);

    server.removeContext("/nacos/v3/admin/ns/ops/metrics");
    answer("/nacos/v1/ns/operator/metrics", 200, "{\"instanceCount\":5}");

    assertThat(client.metrics().instances()).isEqualTo(5);
  }

  @Test
  void shouldReadMembersServicesAndNamespacesOverV3() {
    removeV1();
    answer(
        "/nacos/v3/admin/core/cluster/node/list",
        200,
        """
        {"code":0,"message":"success","data":[{"address":"127.0.0.1:8848","state":"UP",
         "extendInfo":{"version":"3.1.0","raftMetaData":{"metaDataMap":{
          "naming_persistent_service_v2":{"leader":"127.0.0.1:7848"}}}}}]}
        """);
    answer(
        "/nacos/v3/admin/ns/service/list",
        200,
        """
        {"code":0,"message":"success","data":{"totalCount":1,"pageNumber":1,"pagesAvailable":1,
         "pageItems":[{"name":"a","groupName":"G","ipCount":3,"healthyInstanceCount":2}]}}
        """);
    answer(
        "/nacos/v3/admin/core/namespace/list",
        200,
        "{\"code\":0,\"data\":[{\"namespace\":\"public\",\"namespaceShowName\":\"public\"},"
            + "{\"namespace\":\"dev\",\"namespaceShowName\":\"Dev\"}]}");

    assertThat(client.members())
        .containsExactly(
            new Member(
                "127.0.0.1:8848",
                "UP",
                Map.of("naming_persistent_service_v2", "127.0.0.1:7848"),
                "3.1.0"));
    assertThat(client.listing("capacity").services())
        .containsExactly(new ServiceCount("G@@a", 3, 2));
    assertThat(client.namespaces())
        .containsExactly(new Namespace("", "public"), new Namespace("dev", "Dev"));
  }

  @Test
  void shouldLogInAndActAsAClientOverV3() {
    removeV1();
    answer("/nacos/v3/auth/user/login", 200, "{\"accessToken\":\"t\",\"tokenTtl\":18000}");
    answer("/nacos/v3/client/ns/instance", 200, "{\"code\":0,\"data\":\"ok\"}");
    answer(
        "/nacos/v3/client/ns/instance/list",
        200,
        "{\"code\":0,\"data\":[{\"ip\":\"10.0.0.1\",\"port\":80,\"healthy\":false}]}");

    assertThat(client.login("nacos", "right").token()).isEqualTo("t");
    client.register("capacity", "G@@orders", "10.0.0.1", 80);
    assertThat(client.instances("capacity", "orders"))
        .containsExactly(new InstanceView("10.0.0.1", 80, false));

    assertThat(requests.get(1))
        .startsWith("POST /nacos/v3/client/ns/instance?")
        .contains("serviceName=orders", "groupName=G", "ip=10.0.0.1", "ephemeral=true");
  }

  @Test
  void shouldFailWhenTheEnvelopeOfV3HoldsAnErrorsCode() {
    removeV1();
    answer("/nacos/v3/client/ns/instance/list", 200, "{\"code\":30000,\"data\":null}");

    assertThat(failure(() -> client.instances("capacity", "orders")))
        .hasMessageEndingWith("with code 30000");
  }

  @Test
  void shouldPresentTheIdentityToTheAdministrationAndToNothingElse() {
    List<String> presented = new ArrayList<>();
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          presented.add(path + " " + exchange.getRequestHeaders().getFirst("x-server"));
          boolean v3 = path.startsWith("/nacos/v3/");
          reply(exchange, v3 ? 200 : 410, "{\"code\":0,\"data\":[]}");
        });
    AdminClient identified =
        client.withIdentity(Optional.of(new ServerIdentity("x-server", "secret")));

    identified.members();
    identified.instances("capacity", "orders");

    assertThat(presented)
        .containsExactly(
            "/nacos/v1/core/cluster/nodes secret",
            "/nacos/v3/admin/core/cluster/node/list secret",
            "/nacos/v1/ns/instance/list null",
            "/nacos/v3/client/ns/instance/list null");
  }

  @Test
  void shouldSayWhatLetsAnOperatorInWhenV3RefusesAndV1IsOff() {
    answer("/nacos/v1/core/cluster/nodes", 410, "{}");
    answer("/nacos/v3/admin/core/cluster/node/list", 403, "{}");

    assertThat(failure(client::members))
        .hasMessage(
            client
                + " refuses /nacos/v3/admin/core/cluster/node/list (403): log in as an"
                + " administrator, or set NACOS_AUTH_IDENTITY_KEY and NACOS_AUTH_IDENTITY_VALUE to"
                + " its nacos.core.auth.server.identity.key and .value, or there set"
                + " nacos.core.api.compatibility.console.enabled=true")
        .extracting(AdminException::kind)
        .isEqualTo(Kind.REFUSED);
  }

  @Test
  void shouldSayWhichSwitchOrAdapterIsMissing() {
    answer("/nacos/v1/ns/instance/list", 410, "{}");

    assertThat(client.missing(HttpApi.V1))
        .hasValue(
            client
                + " has no /nacos/v1/ns/instance/list (410): in its application.properties set"
                + " nacos.core.api.compatibility.client.enabled=true");
    assertThat(client.missing(HttpApi.V3))
        .hasValue(
            client
                + " has no /nacos/v3/client/ns/instance/list (404): HTTP v3 came with Nacos 3.0,"
                + " older servers have v1");
    assertThat(failure(() -> client.instances("capacity", "orders")))
        .hasMessageStartingWith(client + " has no /nacos/v1/ns/instance/list (410): ")
        .extracting(AdminException::kind)
        .isEqualTo(Kind.ABSENT);
    server.removeContext("/nacos/v1/ns/instance/list");
    assertThat(client.missing(HttpApi.V1))
        .hasValue(
            client
                + " has no /nacos/v1/ns/instance/list (404): Nacos 3.2 and later have HTTP v1 only"
                + " with nacos-api-legacy-adapter");
    assertThat(failure(client::members))
        .hasMessage(
            client
                + " has neither /nacos/v1/core/cluster/nodes (404) nor"
                + " /nacos/v3/admin/core/cluster/node/list (404): is that a Nacos server's HTTP"
                + " port, and its context path right (--context-path)?");
  }

  @Test
  void shouldFindNothingMissingWhenTheNodeOnlyWantsAToken() {
    answer("/nacos/v1/ns/instance/list", 403, "{}");

    assertThat(client.missing(HttpApi.V1)).isEmpty();
  }

  /** There is no list of names in v3 that a plain user may read. */
  @Test
  void shouldStayRefusedWhenV3RefusesTheCatalogueAndV1IsGone() {
    removeV1();
    answer("/nacos/v3/admin/ns/service/list", 403, "{}");

    assertThat(failure(() -> client.listing("capacity").services()).kind()).isEqualTo(Kind.REFUSED);
  }

  private static AdminException failure(ThrowingCallable call) {
    return catchThrowableOfType(AdminException.class, call);
  }

  private void answer(String path, int status, String body) {
    server.createContext(
        path,
        exchange -> {
          requests.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization"));
          reply(exchange, status, body);
        });
  }

  private static void reply(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void shouldReadWhatInstancesSayAboutThemselves() {
    answer(
        "/nacos/v1/ns/instance/list",
        200,
        """
        {"hosts":[{"ip":"10.0.0.1","port":1,"metadata":{}},
          {"ip":"10.0.0.2","port":1,"metadata":{"preserved.heart.beat.interval":"3000"}}]}
        """);

    assertThat(client.traits("public", "shop@@orders"))
        .containsExactly(new InstanceTraits(2, 5000), new InstanceTraits(40, 3000));
  }

  @Test
  void shouldReadTheSubscribersOfAServiceAndOfNoneThatIsCalledAlike() {
    answer(
        "/nacos/v1/ns/service/subscribers",
        200,
        """
        {"count":3,"subscribers":[
          {"addrStr":"10.0.0.1:50001","agent":"Nacos-Java-Client:v1.4.2","serviceName":"shop@@orders"},
          {"addrStr":"10.0.0.2:50001","agent":"Nacos-Java-Client:v1.4.2","serviceName":"shop@@orders-old"},
          {"addrStr":"10.0.0.3","agent":"Nacos-Java-Client:v2.5.1","serviceName":"shop@@orders"}]}
        """);

    assertThat(client.subscribers("public", "shop@@orders"))
        .containsExactly(
            new SubscriberView("10.0.0.1:50001", "Nacos-Java-Client:v1.4.2"),
            new SubscriberView("10.0.0.3", "Nacos-Java-Client:v2.5.1"));
  }

  @Test
  void shouldReadSubscribersByV3WhereV1IsGone() {
    answer("/nacos/v1/ns/service/subscribers", 410, "");
    answer(
        "/nacos/v3/admin/ns/service/subscribers",
        200,
        """
        {"code":0,"data":{"totalCount":1,"pageItems":[
          {"groupName":"shop","serviceName":"orders","ip":"10.0.0.1","port":7,"agent":"v2"}]}}
        """);

    assertThat(client.subscribers("public", "shop@@orders"))
        .containsExactly(new SubscriberView("10.0.0.1:7", "v2"));
    assertThat(requests.get(1)).contains("serviceName=orders").contains("groupName=shop");
  }

  /** As some gateways do, though no request allows it. */
  @Test
  void shouldReadWhatAGatewayCompressedUnasked() {
    server.createContext(
        "/nacos/v1/ns/operator/metrics",
        exchange -> {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write("{\"status\":\"UP\",\"serviceCount\":2}".getBytes(StandardCharsets.UTF_8));
          }
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          exchange.sendResponseHeaders(200, bytes.size());
          exchange.getResponseBody().write(bytes.toByteArray());
          exchange.close();
        });

    assertThat(client.metrics()).isEqualTo(new NodeCounts("UP", 2, 0, Optional.empty()));
  }

  @Test
  void shouldHoldBackEachCall() {
    answer("/nacos/v1/ns/instance/list", 500, "oops");
    List<String> pace = new ArrayList<>();
    AdminClient paced =
        client.withThrottle(
            new CallThrottle() {
              @Override
              public void begin() {
                pace.add("begin");
              }

              @Override
              public void end() {
                pace.add("end");
              }
            });

    failure(() -> paced.traits("public", "orders"));

    assertThat(pace).containsExactly("begin", "end");
  }
}
