package dev.nacoscapacity.simulator.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.auth.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreflightTest {

  private static final OfferedRates OFFERED =
      OfferedRates.of(
          35_000, 400, Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30), 500);
  private static final Credentials RIGHT = new Credentials("nacos", "right");
  private static final String LEFT_BY_A_RUN =
      "{\"name\":\"capacity-m9zzzzzz00-0001\",\"groupName\":\"DEFAULT_GROUP\",\"ipCount\":3}";
  private static final String ORDERS =
      "{\"name\":\"orders\",\"groupName\":\"DEFAULT_GROUP\",\"ipCount\":4}";
  private static final String PAY = "{\"name\":\"pay\",\"groupName\":\"g\",\"ipCount\":2}";

  private FakeNacos first;
  private FakeNacos second;

  // What is asked for.
  private List<InetSocketAddress> targets;

  /** Null without auth. */
  private Credentials credentials;

  private String namespace = "capacity";
  private LoadConsent consent = new LoadConsent(false, false);
  private Optional<String> exclusive = Optional.empty();
  private Optional<HttpApi> api = Optional.empty();
  private Optional<ServerIdentity> identity = Optional.of(FakeNacos.IDENTITY);
  private Reach reach = Reach.USUAL;
  private Duration timeout = Duration.ofSeconds(30);

  /** The report of a preflight, or why the run may not begin. */
  private record Checked(PreflightReport outcome, OptionalInt exitCode, List<String> problems) {}

  @BeforeEach
  void start() throws IOException {
    first = new FakeNacos();
    second = new FakeNacos();
    targets = List.of(first.address(), second.address());
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  private void both(Consumer<FakeNacos> change) {
    List.of(first, second).forEach(change);
  }

  private Checked check() {
    RunIntent intent =
        new RunIntent(
            new CalledNodes(targets, targets, identity, reach),
            Optional.ofNullable(credentials),
            namespace,
            consent,
            exclusive,
            "capacity-",
            OFFERED,
            false,
            api);
    try {
      PreflightReport report = new Preflight(intent, timeout, Duration.ofMillis(1)).check();
      return new Checked(report, OptionalInt.empty(), List.of());
    } catch (Refusal e) {
      return new Checked(null, OptionalInt.of(e.exitCode()), e.reasons());
    }
  }

  private PreflightReport assertPasses() {
    Checked checked = check();
    assertThat(checked.problems()).isEmpty();
    return checked.outcome();
  }

  private String assertStops(int exitCode, String... words) {
    Checked checked = check();
    assertThat(checked.problems()).singleElement().asString().contains(words);
    assertThat(checked.exitCode()).hasValue(exitCode);
    return checked.problems().get(0);
  }

  private static String name(FakeNacos node) {
    return node.address().getHostString() + ":" + node.address().getPort();
  }

  @Test
  void shouldFindNoProblemWhenTheClusterIsWhole() {
    first.holds("capacity", LEFT_BY_A_RUN + "," + ORDERS);
    first.holds("public", PAY);
    PreflightReport report = assertPasses();
    assertThat(report.version()).isEqualTo("1.4.1");
    assertThat(report.lines())
        .extracting(Message::text)
        .satisfiesExactly(
            nodes -> assertThat(nodes).contains("2 nodes", "1.4.1", "leader 127.0.0.1:7848"),
            own -> assertThat(own).contains("capacity: 2 services with 7 instances; 1 of them"),
            others -> assertThat(others).contains("public: 1 service with 2 instances"));
  }

  @Test
  void shouldAskAgainWhileANodeSuspectsAMember() {
    first.suspicions = 3;
    assertPasses();
    assertThat(first.suspicions).isNegative();
  }

  @Test
  void shouldReportANodeThatCompresses() {
    second.compresses = true;
    PreflightReport report = assertPasses();
    assertThat(report.nodes()).extracting(NodeFacts::compresses).containsExactly(false, true);
    assertThat(report.version()).isEqualTo("1.4.1");
    assertThat(report.lines())
        .extracting(Message::text)
        .anyMatch(line -> line.startsWith(name(second) + " compresses"));
  }

  /** Under another address the first node would be read, and count, as a third one. */
  @Test
  void shouldRefuseMoreTargetsThanTheClusterHasMembers() {
    targets = List.of(first.address(), second.address(), first.address());
    assertStops(64, "--target", "3 nodes", "2 members");
  }

  @Test
  void shouldNameMembersThatWereNotNamed() {
    targets = List.of(first.address());
    assertThat(assertPasses().caveats())
        .extracting(Message::text)
        .singleElement()
        .asString()
        .contains("WARNING", "127.0.0.1:8848, 127.0.0.1:8858");
  }

  @Test
  void shouldTakeNodesAsTheyWereNamedWhenTheyShowNoMembers() {
    both(node -> node.forClientsOnly = true);
    consent = new LoadConsent(false, true);
    PreflightReport report = assertPasses();
    assertThat(report.version()).isEmpty();
    assertThat(report.lines())
        .extracting(Message::text)
        .anyMatch(line -> line.contains("public: 1 service with 1 instance"));
    assertThat(report.caveats())
        .extracting(Message::text)
        .satisfiesExactlyInAnyOrder(
            groups -> assertThat(groups).contains("DEFAULT_GROUP"),
            members -> assertThat(members).contains("/nacos/v1/core/cluster/nodes (404)"));
  }

  @Test
  void shouldNameTheNodeThatIsDownWhenTheOthersAnswer() {
    targets = List.of(first.address(), new InetSocketAddress("127.0.0.1", 1));
    assertStops(2, "127.0.0.1:1 is unreachable", "--target");
  }

  @Test
  void shouldNameTheNodeThatAcceptsAndNeverAnswers() throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      targets = List.of((InetSocketAddress) mute.getLocalSocketAddress());
      timeout = Duration.ofMillis(100);
      assertStops(2, mute.getLocalPort() + " did not answer in 100 ms");
    }
  }

  @Test
  void shouldStopWhenANodeSaysThatItIsDown() {
    second.down = "server is DOWN now, please try again later!";
    assertStops(2, name(second), "wait until it has a raft leader");
  }

  @Test
  void shouldStopWhenNoLeaderIsKnown() {
    second.leader = "";
    assertStops(2, name(second) + " knows no raft leader");
  }

  @Test
  void shouldStopWhenAMemberIsNotUpAndEscapeWhatItIsCalled() {
    first.member = FakeNacos.HOSTILE;
    first.state = "DOWN";
    assertStops(2, name(first), "\\u001b[2J1:8858 DOWN");
  }

  @Test
  void shouldPassWhenAuthHoldsOnEveryNode() {
    both(node -> node.auth = true);
    credentials = RIGHT;
    assertPasses();
  }

  @Test
  void shouldStopWhenAuthIsOffOnOneNode() {
    first.auth = true;
    credentials = RIGHT;
    assertStops(2, "auth is off on " + name(second), "--auth");
  }

  @Test
  void shouldStopWhenThePasswordIsWrong() {
    both(node -> node.auth = true);
    credentials = new Credentials("nacos", "hush");
    assertThat(assertStops(2, name(first), "'nacos'", "\"unknown user!\"")).doesNotContain("hush");
  }

  @Test
  void shouldStopWhenTheClusterWantsATokenAndTheRunHasNone() {
    both(node -> node.auth = true);
    Checked checked = check();
    assertThat(checked.exitCode()).hasValue(2);
    assertThat(checked.problems())
        .satisfiesExactly(
            one -> assertThat(one).contains(name(first), "--auth", "NACOS_PASSWORD"),
            other -> assertThat(other).contains(name(second)));
  }

  @Test
  void shouldStopWhenANodeRefusesAnothersToken() {
    both(node -> node.auth = true);
    second.acceptsToken = false;
    credentials = RIGHT;
    assertThat(assertStops(2, "\"token invalid!\"", "secret key")).doesNotContain(FakeNacos.TOKEN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLetAGatewayCheckTokensInTheNodesPlace(boolean accepts) {
    first.auth = true;
    first.gateway = true;
    first.acceptsToken = accepts;
    targets = List.of(first.address());
    credentials = RIGHT;
    if (accepts) {
      assertPasses();
    } else {
      assertStops(
          2, "a gateway (nginx/1.24.0) answered", name(first), "let the gateway pass this path");
    }
  }

  @Test
  void shouldNameTheGatewayThatRefusesCallsWhenTheRunHasNoAuth() {
    first.auth = true;
    first.gateway = true;
    targets = List.of(first.address());
    assertStops(
        2, "a gateway (nginx/1.24.0) answered", name(first), "let the gateway pass this path");
  }

  @ParameterizedTest
  @CsvSource({
    "true,  true,  true,  true",
    "false, true,  true,  false",
    "true,  false, true,  true",
    "false, false, true,  false",
    "true,  false, false, false"
  })
  void shouldCallAnEntryWithTheTokenOfTheRun(
      boolean accepts, boolean gateway, boolean auth, boolean passes) throws IOException {
    try (FakeNacos entry = new FakeNacos()) {
      both(node -> node.auth = auth);
      entry.auth = true;
      entry.gateway = gateway;
      entry.acceptsToken = accepts;
      credentials = auth ? RIGHT : null;
      reach = Reach.USUAL.through(List.of(Endpoint.of(entry.address())));
      if (passes) {
        assertPasses();
      } else {
        assertThat(assertStops(2, "--entry: ")).startsWith("--entry: ");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7:8848", "no-such-host.invalid:8848"})
  void shouldAskForConsentWhenAMemberIsNotKnownToBeOnThisMachine(String member) {
    second.member = member;
    assertStops(64, OFFERED.toString(), member, "--yes");
    consent = new LoadConsent(false, true);
    assertPasses();
  }

  @Test
  void shouldAskForConsentWhenANodeDoesNotShowWhereItsMembersAre() {
    second.forClientsOnly = true;
    assertStops(64, name(second), OFFERED.toString(), "--yes");
  }

  @Test
  void shouldPrintTheRatesAndAskForConsentWhenATargetIsNotLoopback() {
    targets = List.of(first.address(), new InetSocketAddress("192.0.2.7", 8848));
    assertStops(
        64,
        "7,000 beats/s, 3,500 lists/s, 13.3 listens/s, up to 500 registrations/s",
        "192.0.2.7:8848",
        "--yes");
  }

  @Test
  void shouldOverloadOnlyARegistryThatHoldsNothingOfOthers() {
    exclusive = Optional.of("do otherwise");
    first.holds("capacity", LEFT_BY_A_RUN);
    assertPasses();
    first.holds("capacity", LEFT_BY_A_RUN + "," + ORDERS);
    assertStops(64, "holds 1 service of others", ", or do otherwise");
  }

  @Test
  void shouldRefuseToOverloadARegistryWhoseNamespacesTheUserMayNotList() {
    exclusive = Optional.of("do otherwise");
    first.listsNamespaces = false;
    assertStops(64, "may not see", ", or do otherwise");
  }

  /** Of the two namespaces, each has one service that can be listed. */
  @ParameterizedTest
  @CsvSource({
    "5, counts 3 more services",
    ", sees only DEFAULT_GROUP",
    "1, sees only DEFAULT_GROUP"
  })
  void shouldRefuseToOverloadARegistryWhoseOtherGroupsCannotBeListed(
      Integer counted, String words) {
    exclusive = Optional.of("do otherwise");
    first.showsCatalogue = false;
    first.counted = counted;
    assertStops(2, words, ", or do otherwise");
  }

  @Test
  void shouldOverloadARegistryWhoseOwnCountSaysThatThereAreNoOtherGroups() {
    exclusive = Optional.of("do otherwise");
    first.showsCatalogue = false;
    first.counted = 2;
    assertThat(assertPasses().caveats()).isEmpty();
  }

  @Test
  void shouldSayWhichServicesAreNotGuardedWhenOtherGroupsCannotBeListed() {
    first.showsCatalogue = false;
    first.counted = 5;
    assertThat(assertPasses().caveats())
        .extracting(Message::text)
        .singleElement()
        .asString()
        .contains("DEFAULT_GROUP", "3 more");
  }

  @Test
  void shouldNameTheNamespaceThatTheUserMayNotRead() {
    first.namespaces = "{\"namespace\":\"\"},{\"namespace\":\"secret-ns\"}";
    first.unreadableNamespace = "secret-ns";
    assertThat(assertPasses().lines())
        .extracting(Message::text)
        .anyMatch(line -> line.startsWith("namespace secret-ns"));
  }

  @Test
  void shouldReadThePublicNamespaceTooWhenTheUserMayNotListNamespaces() {
    first.listsNamespaces = false;
    first.holds("public", PAY);
    PreflightReport report = assertPasses();
    assertThat(report.inventory().whole()).isFalse();
    assertThat(report.inventory().registered())
        .extracting(NamespaceContents::namespace)
        .containsExactly("capacity", "public");
    assertThat(report.lines())
        .extracting(Message::text)
        .anyMatch(line -> line.contains("public: 1 service with 2 instances"))
        .last()
        .asString()
        .contains("capacity and public");
  }

  @ParameterizedTest
  @ValueSource(strings = {"public", "", " "})
  void shouldRefuseThePublicNamespaceUnlessItIsAllowed(String name) {
    namespace = name;
    assertStops(64, "--allow-public-namespace");
    consent = new LoadConsent(true, false);
    assertPasses();
  }

  @Test
  void shouldCallOverV1WhenNothingElseIsAskedForAndAllNodesHaveIt() {
    both(node -> node.v3 = true);
    assertThat(assertPasses().api()).isEqualTo(HttpApi.V1);
  }

  /** The default of 3.0 and 3.1. */
  @Test
  void shouldCallOverV1AndAskForMembersOverV3WhereV1IsForClientsOnly() {
    both(node -> node.v3 = true);
    both(node -> node.consoleOff = true);
    both(node -> node.version = "3.1.0");
    PreflightReport report = assertPasses();
    assertThat(report.api()).isEqualTo(HttpApi.V1);
    assertThat(report.lines().get(0).text()).contains("2 nodes", "3.1.0", "leader 127.0.0.1:7848");
  }

  @Test
  void shouldCallOverV3AndSayWhyWhenANodeHasV1SwitchedOff() {
    both(node -> node.v3 = true);
    second.v1Status = 410;
    PreflightReport report = assertPasses();
    assertThat(report.api()).isEqualTo(HttpApi.V3);
    assertThat(report.lines())
        .extracting(Message::text)
        .filteredOn(line -> line.startsWith("over HTTP v3: "))
        .singleElement()
        .asString()
        .contains(name(second), "(410)", "nacos.core.api.compatibility.client.enabled=true");
  }

  @ParameterizedTest
  @CsvSource({"3.1.0, true", "3.2.2, false"})
  void shouldWarnWhereNodesKeepToThemselvesWhatComesOverV3(String version, boolean warns) {
    both(node -> node.v3 = true);
    both(node -> node.version = version);
    api = Optional.of(HttpApi.V3);
    PreflightReport report = assertPasses();
    assertThat(report.lines()).extracting(Message::text).contains("over HTTP v3, as asked");
    assertThat(
            report
                .notForwarded()
                .map(Message::text)
                .filter(text -> text.contains("3.1.0"))
                .isPresent())
        .isEqualTo(warns);
  }

  @Test
  void shouldStopWhenTheApiAskedForIsNotThere() {
    second.v1Status = 410;
    second.v3 = true;
    api = Optional.of(HttpApi.V1);
    assertStops(2, name(second), "/nacos/v1/ns/instance/list (410)", "client.enabled=true");
    api = Optional.of(HttpApi.V3);
    assertStops(2, name(first), "/nacos/v3/client/ns/instance/list (404)", "3.0");
  }

  /** Half of an upgrade to a version that has removed v1. */
  @Test
  void shouldStopWhenNoApiIsOnAllNodes() {
    second.v1Status = 404;
    second.v3 = true;
    assertThat(check().problems())
        .satisfiesExactly(
            v1 -> assertThat(v1).contains(name(second), "/nacos/v1/", "legacy-adapter"),
            v3 -> assertThat(v3).contains(name(first), "/nacos/v3/"));
  }

  @Test
  void shouldSayWhatLetsItInWhenTheMembersAreForAnOperatorOnly() {
    both(node -> node.v3 = true);
    first.v1Status = 410;
    identity = Optional.empty();
    assertStops(
        2,
        name(first),
        "/nacos/v3/admin/core/cluster/node/list (403)",
        "NACOS_AUTH_IDENTITY_KEY",
        "nacos.core.api.compatibility.console.enabled=true");
  }
}
