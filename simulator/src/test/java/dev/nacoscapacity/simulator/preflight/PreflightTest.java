package dev.nacoscapacity.simulator.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.simulator.auth.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightTest {

  private static final OfferedRates OFFERED =
      OfferedRates.of(
          35_000, 400, Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30), 500);
  private static final Credentials RIGHT = new Credentials("nacos", "right");

  private FakeNacos first;
  private FakeNacos second;

  @BeforeEach
  void start() throws IOException {
    first = new FakeNacos();
    second = new FakeNacos();
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  /** Under another address the first node would be read, and count, as a third one. */
  @Test
  void shouldRefuseMoreTargetsThanTheClusterHasMembers() {
    Checked report =
        check(intent(null, List.of(first.address(), second.address(), first.address())));

    assertThat(report.exitCode()).hasValue(64);
    assertThat(report.problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem)
                    .startsWith("--target names 3 nodes, and their cluster has 2 members"));
  }

  @Test
  void shouldFindNoProblemWhenTheClusterIsWhole() {
    first.holds(
        "capacity",
        "{\"name\":\"capacity-m9zzzzzz00-0001\",\"groupName\":\"DEFAULT_GROUP\",\"ipCount\":3},"
            + "{\"name\":\"orders\",\"groupName\":\"DEFAULT_GROUP\",\"ipCount\":4}");
    first.holds("public", "{\"name\":\"pay\",\"groupName\":\"g\",\"ipCount\":2}");

    Checked report = checkAs(null);

    assertThat(report.problems()).isEmpty();
    assertThat(report.exitCode()).isEmpty();
    assertThat(report.outcome().version()).isEqualTo("1.4.1");
    assertThat(report.outcome().lines())
        .containsExactly(
            "2 nodes answer, version 1.4.1, raft leader 127.0.0.1:7848",
            "registered before, in namespace capacity: 2 services with 7 instances; 1 of them were"
                + " left by earlier runs and load the registry too",
            "registered before, in namespace public: 1 service with 2 instances");
  }

  @Test
  void shouldTakeNodesAsTheyWereNamedWhenTheyShowNoMembers() {
    first.forClientsOnly = true;
    second.forClientsOnly = true;

    Checked report = check(intent(true, false));

    assertThat(report.problems()).isEmpty();
    assertThat(report.outcome().version()).isEmpty();
    assertThat(report.outcome().lines())
        .contains("registered before, in namespace public: 1 service with 1 instance");
    assertThat(report.outcome().caveats())
        .hasSize(2)
        .anySatisfy(groups -> assertThat(groups).contains("DEFAULT_GROUP", "any in other groups"))
        .first()
        .satisfies(
            gap ->
                assertThat(gap)
                    .startsWith("The nodes were taken as they were named")
                    .contains("has neither /nacos/v1/core/cluster/nodes (404)")
                    .endsWith("their raft leader and their version."));
  }

  @Test
  void shouldNameMembersThatWereNotNamed() {
    Checked report = check(intent(null, List.of(first.address())));

    assertThat(report.problems()).isEmpty();
    assertThat(report.outcome().caveats())
        .containsExactly(
            "WARNING: the cluster has members that --target does not name, or not by these"
                + " addresses: 127.0.0.1:8848, 127.0.0.1:8858. What members that are not named hold"
                + " is neither read nor guarded.");
  }

  @Test
  void shouldPassWhenAuthHoldsOnEveryNode() {
    first.auth = true;
    second.auth = true;
    assertThat(checkAs(RIGHT).problems()).isEmpty();
  }

  @Test
  void shouldStopWhenAuthIsOffOnOneNode() {
    first.auth = true;
    assertStops(
        checkAs(RIGHT),
        2,
        "auth is off on "
            + name(second)
            + ": figures with --auth would be worthless; turn on nacos.core.auth.enabled or drop"
            + " --auth");
  }

  @Test
  void shouldStopWhenThePasswordIsWrong() {
    first.auth = true;
    second.auth = true;
    Checked report = checkAs(new Credentials("nacos", "hush"));
    assertStops(
        report,
        2,
        name(first) + " refuses the login of 'nacos' (\"unknown user!\"): check user and password");
    assertThat(report.toString()).doesNotContain("hush");
  }

  @Test
  void shouldStopWhenTheClusterWantsATokenAndNoneWasAskedFor() {
    first.auth = true;
    second.auth = true;
    Checked report = checkAs(null);
    assertThat(report.problems()).hasSize(2);
    assertThat(report.exitCode()).hasValue(2);
    assertThat(report.problems().get(0))
        .isEqualTo(
            name(first)
                + " refuses calls without a token: add --auth --username USER, and --password to be"
                + " asked for its password (or set NACOS_PASSWORD)");
  }

  @Test
  void shouldStopWhenANodeRefusesAnothersToken() {
    first.auth = true;
    second.auth = true;
    second.acceptsToken = false;
    assertThat(checkAs(RIGHT).problems())
        .singleElement()
        .satisfies(
            p -> assertThat(p).contains("\"token invalid!\"", "give all nodes one secret key"))
        .satisfies(p -> assertThat(p).doesNotContain(FakeNacos.TOKEN));
  }

  @ParameterizedTest
  @CsvSource({"true, ", "false, a gateway (nginx/1.24.0) answered"})
  void shouldLetAGatewayCheckTokensInTheNodesPlace(boolean accepts, String problem) {
    first.auth = true;
    first.gateway = true;
    first.acceptsToken = accepts;
    Checked report = check(intent(RIGHT, List.of(first.address())));
    assertThat(report.problems()).hasSize(accepts ? 0 : 1);
    assertThat(report.problems()).allSatisfy(p -> assertThat(p).startsWith(problem));
  }

  @Test
  void shouldNameTheGatewayThatRefusesCallsWhenTheRunHasNoAuth() {
    first.auth = true;
    first.gateway = true;
    assertThat(check(intent(null, List.of(first.address()))).problems())
        .singleElement()
        .satisfies(p -> assertThat(p).startsWith("a gateway (nginx/1.24.0) answered"));
  }

  @ParameterizedTest
  @CsvSource({"true, true, 0", "false, true, 1", "true, false, 0", "false, false, 1"})
  void shouldCallAnEntryWithTheTokenOfTheRun(boolean accepts, boolean gateway, int problems)
      throws IOException {
    first.auth = true;
    second.auth = true;
    try (FakeNacos entry = new FakeNacos()) {
      entry.auth = true;
      entry.gateway = gateway;
      entry.acceptsToken = accepts;
      RunIntent intent =
          intent(RIGHT, targets(), Reach.USUAL.through(List.of(Endpoint.of(entry.address()))));

      assertThat(check(intent).problems())
          .hasSize(problems)
          .allSatisfy(p -> assertThat(p).startsWith("--entry: "));
    }
  }

  @Test
  void shouldStopWhenAnEntryRefusesCallsAndTheRunHasNoAuth() throws IOException {
    try (FakeNacos entry = new FakeNacos()) {
      entry.auth = true;
      RunIntent intent =
          intent(null, targets(), Reach.USUAL.through(List.of(Endpoint.of(entry.address()))));

      assertThat(check(intent).problems())
          .singleElement()
          .satisfies(p -> assertThat(p).startsWith("--entry: "));
    }
  }

  @Test
  void shouldNameTheNodeThatIsDownWhenTheOthersAnswer() {
    InetSocketAddress deadNode = new InetSocketAddress("127.0.0.1", 1);
    Checked report = check(intent(null, List.of(first.address(), deadNode)));
    assertThat(report.problems())
        .singleElement()
        .satisfies(
            p ->
                assertThat(p)
                    .startsWith("127.0.0.1:1 is unreachable")
                    .endsWith("start that node, or leave it out of --target"));
  }

  @Test
  void shouldNameTheNodeThatNeverAnswersWhenItAcceptsOnly() throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      InetSocketAddress target = (InetSocketAddress) mute.getLocalSocketAddress();
      Checked report = check(intent(null, List.of(target)), Duration.ofMillis(100));
      assertThat(report.problems())
          .singleElement()
          .satisfies(p -> assertThat(p).contains("did not answer in 100 ms"));
    }
  }

  @Test
  void shouldStopWhenANodeSaysThatItIsDown() {
    second.down = "server is DOWN now, please try again later!";
    assertThat(checkAs(null).problems())
        .singleElement()
        .satisfies(p -> assertThat(p).contains("wait until it has a raft leader"));
  }

  @Test
  void shouldStopWhenAMemberIsNotUpAndEscapeWhatItIsCalled() {
    first.member = FakeNacos.HOSTILE;
    first.state = "DOWN";
    assertStops(
        checkAs(null),
        2,
        name(first)
            + " calls its member \\u001b[2J1:8858 DOWN: start it, wait until it is UP, or take it"
            + " out of cluster.conf");
  }

  @Test
  void shouldAskForYesWhenAMemberIsNotOnThisMachine() {
    second.member = "192.0.2.7:8848";

    assertStops(
        checkAs(null),
        64,
        "members of this cluster are not on this machine, so this would offer "
            + OFFERED
            + " to 192.0.2.7:8848: add --yes if that is meant");
  }

  @Test
  void shouldAskForYesWhenANodeDoesNotShowWhereItsMembersAre() {
    second.forClientsOnly = true;

    assertStops(
        checkAs(null),
        64,
        name(second)
            + " does not show the addresses of its members, so this may be a tunnel to other"
            + " machines and would offer them "
            + OFFERED
            + ": add --yes if that is meant");
  }

  @Test
  void shouldAskForYesWhenAMembersNameIsUnknown() {
    second.member = "no-such-host.invalid:8848";

    assertThat(checkAs(null).exitCode()).hasValue(64);
  }

  @Test
  void shouldNotAskWhenAMemberElsewhereIsConfirmed() {
    second.member = "192.0.2.7:8848";

    assertThat(check(intent(true, false)).problems()).isEmpty();
  }

  @Test
  void shouldRefuseToOverloadARegistryThatHoldsServicesOfOthers() {
    first.holds(
        "capacity",
        "{\"name\":\"capacity-m9zzzzzz00-0001\",\"groupName\":\"DEFAULT_GROUP\",\"ipCount\":3},"
            + "{\"name\":\"orders\",\"groupName\":\"DEFAULT_GROUP\",\"ipCount\":4}");

    assertStops(
        check(intent(false, true)),
        64,
        "this needs a registry that serves nobody else, and this one holds 1 service of others:"
            + " use another (to search for capacity here anyway, add --allow-other-services)");
  }

  @Test
  void shouldOverloadARegistryThatHoldsOnlyWhatOurRunsLeft() {
    first.holds(
        "capacity",
        "{\"name\":\"capacity-m9zzzzzz00-0001\",\"groupName\":\"DEFAULT_GROUP\",\"ipCount\":3}");

    assertThat(check(intent(false, true)).problems()).isEmpty();
  }

  @Test
  void shouldRefuseToOverloadARegistryWhoseNamespacesTheUserMayNotList() {
    first.listsNamespaces = false;

    Checked report = check(intent(false, true));

    assertThat(report.exitCode()).hasValue(64);
    assertThat(report.problems())
        .singleElement()
        .satisfies(p -> assertThat(p).contains("may not see", "--allow-other-services"));
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
    first.showsCatalogue = false;
    first.counted = counted;

    Checked report = check(intent(false, true));

    assertThat(report.exitCode()).hasValue(2);
    assertThat(report.problems())
        .singleElement()
        .satisfies(p -> assertThat(p).contains(words, "--allow-other-services"));
  }

  @Test
  void shouldOverloadARegistryWhoseOwnCountSaysThatThereAreNoOtherGroups() {
    first.showsCatalogue = false;
    first.counted = 2;

    Checked report = check(intent(false, true));

    assertThat(report.problems()).isEmpty();
    assertThat(report.outcome().caveats()).isEmpty();
  }

  @Test
  void shouldSayWhichServicesAreNotGuardedWhenOtherGroupsCannotBeListed() {
    first.showsCatalogue = false;
    first.counted = 5;

    Checked report = check(intent(false, false));

    assertThat(report.problems()).isEmpty();
    assertThat(report.outcome().caveats())
        .singleElement()
        .satisfies(caveat -> assertThat(caveat).contains("DEFAULT_GROUP", "3 more"));
  }

  private RunIntent intent(boolean confirmed, boolean alone) {
    return intent(
        usual(), null, "capacity", new LoadConsent(false, confirmed), alone, Optional.empty());
  }

  private CalledNodes usual() {
    return nodes(targets(), null, Reach.USUAL);
  }

  private static CalledNodes nodes(
      List<InetSocketAddress> targets, ServerIdentity identity, Reach reach) {
    return new CalledNodes(targets, targets, Optional.ofNullable(identity), reach);
  }

  private static RunIntent intent(
      CalledNodes nodes,
      Credentials credentials,
      String namespace,
      LoadConsent consent,
      boolean alone,
      Optional<HttpApi> api) {
    return new RunIntent(
        nodes,
        Optional.ofNullable(credentials),
        namespace,
        consent,
        alone,
        "capacity-",
        OFFERED,
        false,
        api);
  }

  @Test
  void shouldAskAgainWhileANodeSuspectsAMember() {
    first.suspicions = 3;

    assertThat(checkAs(null).problems()).isEmpty();
    assertThat(first.suspicions).isNegative();
  }

  @Test
  void shouldStopWhenNoLeaderIsKnown() {
    second.leader = "";
    assertThat(checkAs(null).problems())
        .singleElement()
        .satisfies(p -> assertThat(p).startsWith(name(second) + " knows no raft leader"));
  }

  @Test
  void shouldReportCompressionWhenANodeCompresses() {
    second.compresses = true;
    Checked report = checkAs(null);
    assertThat(report.outcome().nodes())
        .extracting(NodeFacts::compresses)
        .containsExactly(false, true);
    assertThat(report.outcome().version()).isEqualTo("1.4.1");
    assertThat(report.outcome().lines()).anyMatch(l -> l.startsWith(name(second) + " compresses"));
  }

  @Test
  void shouldSayWhichNamespaceCannotBeReadWhenTheUserMayNot() {
    first.namespaces = "{\"namespace\":\"\"},{\"namespace\":\"secret-ns\"}";
    first.unreadableNamespace = "secret-ns";
    assertThat(checkAs(null).outcome().lines())
        .contains("namespace secret-ns may hold services that this user may not see or guard");
  }

  @Test
  void shouldLookAtThePublicNamespaceTooAndSaySoWhenTheUserMayNotListNamespaces() {
    first.listsNamespaces = false;
    first.holds("public", "{\"name\":\"pay\",\"groupName\":\"g\",\"ipCount\":2}");

    Checked report = checkAs(null);

    assertThat(report.problems()).isEmpty();
    assertThat(report.outcome().inventory().whole()).isFalse();
    assertThat(report.outcome().inventory().registered())
        .extracting(NamespaceContents::namespace)
        .containsExactly("capacity", "public");
    assertThat(report.outcome().lines())
        .contains("registered before, in namespace public: 1 service with 2 instances")
        .endsWith(
            "this user may not list namespaces: services outside capacity and public are neither"
                + " seen nor guarded; log in as an administrator to guard them");
  }

  @Test
  void shouldRefuseThePublicNamespaceWhenItWasNotAllowed() {
    for (String name : List.of("public", "", " ")) {
      RunIntent intent =
          intent(usual(), null, name, new LoadConsent(false, false), false, Optional.empty());
      assertThat(check(intent).exitCode()).hasValue(64);
      assertThat(check(intent).problems().get(0)).contains("--allow-public-namespace");
    }
    RunIntent allowed =
        intent(usual(), null, "", new LoadConsent(true, false), false, Optional.empty());
    assertThat(check(allowed).problems()).isEmpty();
  }

  @Test
  void shouldPrintTheRatesAndWantConsentWhenATargetIsNotLoopback() {
    InetSocketAddress remote = new InetSocketAddress("192.0.2.7", 8848);
    assertStops(
        check(intent(null, List.of(first.address(), remote))),
        64,
        "this would offer 7,000 beats/s, 3,500 lists/s, 13.3 listens/s, up to 500 registrations/s"
            + " to 192.0.2.7:8848: add --yes if that is meant (--dry-run only says so)");
  }

  private RunIntent over(HttpApi api, ServerIdentity identity) {
    return intent(
        nodes(targets(), identity, Reach.USUAL),
        null,
        "capacity",
        new LoadConsent(false, false),
        false,
        Optional.ofNullable(api));
  }

  private String withoutV1(FakeNacos node) {
    return name(node)
        + " has no /nacos/v1/ns/instance/list (410): in its application.properties set"
        + " nacos.core.api.compatibility.client.enabled=true";
  }

  @Test
  void shouldCallOverV1WhenNothingElseWasAskedForAndAllNodesHaveIt() {
    first.v3 = true;
    second.v3 = true;

    assertThat(checkAs(null).outcome().api()).isEqualTo(HttpApi.V1);
  }

  /** The default of 3.0 and 3.1. */
  @Test
  void shouldCallOverV1AndAskForMembersOverV3WhereV1IsForClientsOnly() {
    for (FakeNacos node : List.of(first, second)) {
      node.v3 = true;
      node.consoleOff = true;
      node.version = "3.1.0";
    }

    Checked report = check(over(null, FakeNacos.IDENTITY));

    assertThat(report.problems()).isEmpty();
    assertThat(report.outcome().api()).isEqualTo(HttpApi.V1);
    assertThat(report.outcome().lines())
        .startsWith("2 nodes answer, version 3.1.0, raft leader 127.0.0.1:7848");
  }

  @Test
  void shouldCallOverV3AndSayWhyWhenANodeHasV1SwitchedOff() {
    first.v3 = true;
    second.v3 = true;
    second.v1Status = 410;

    Checked report = check(over(null, FakeNacos.IDENTITY));

    assertThat(report.problems()).isEmpty();
    assertThat(report.outcome().api()).isEqualTo(HttpApi.V3);
    assertThat(report.outcome().lines()).contains("over HTTP v3: " + withoutV1(second));
  }

  @Test
  void shouldWarnWhereNodesKeepToThemselvesWhatComesOverV3() {
    for (FakeNacos node : List.of(first, second)) {
      node.v3 = true;
      node.version = "3.1.0";
    }

    Checked report = check(over(HttpApi.V3, FakeNacos.IDENTITY));

    assertThat(report.outcome().lines()).contains("over HTTP v3, as asked");
    assertThat(report.outcome().notForwarded())
        .hasValue(
            "Nodes of 3.1.0 neither forward nor spread what comes over HTTP v3 (alibaba/nacos issue"
                + " 14992, fixed after 3.2.1): each lists what was registered through it alone.");
    first.version = "3.2.2";
    second.version = "3.2.2";
    assertThat(check(over(HttpApi.V3, FakeNacos.IDENTITY)).outcome().notForwarded()).isEmpty();
  }

  @Test
  void shouldStopWhenTheApiAskedForIsNotThere() {
    second.v1Status = 410;
    second.v3 = true;

    assertStops(check(over(HttpApi.V1, FakeNacos.IDENTITY)), 2, withoutV1(second));
    assertStops(
        check(over(HttpApi.V3, FakeNacos.IDENTITY)),
        2,
        name(first)
            + " has no /nacos/v3/client/ns/instance/list (404): HTTP v3 came with Nacos 3.0, older"
            + " servers have v1");
  }

  /** Half of an upgrade to a version that has removed v1. */
  @Test
  void shouldStopWhenNoApiIsOnAllNodes() {
    second.v1Status = 404;
    second.v3 = true;

    assertThat(check(over(null, FakeNacos.IDENTITY)).problems())
        .satisfiesExactly(
            v1 ->
                assertThat(v1)
                    .startsWith(name(second) + " has no /nacos/v1/")
                    .endsWith("only with nacos-api-legacy-adapter"),
            v3 -> assertThat(v3).startsWith(name(first) + " has no /nacos/v3/"));
  }

  @Test
  void shouldSayWhatLetsItInWhenTheMembersAreForAnOperatorOnly() {
    first.v3 = true;
    second.v3 = true;
    first.v1Status = 410;

    Checked report = check(over(null, null));

    assertThat(report.exitCode()).hasValue(2);
    assertThat(report.problems())
        .singleElement()
        .satisfies(
            p ->
                assertThat(p)
                    .contains(
                        name(first) + " refuses /nacos/v3/admin/core/cluster/node/list (403)",
                        "NACOS_AUTH_IDENTITY_KEY",
                        "nacos.core.api.compatibility.console.enabled=true"));
  }

  private static void assertStops(Checked report, int exitCode, String text) {
    assertThat(report.problems()).containsExactly(text);
    assertThat(report.exitCode()).hasValue(exitCode);
  }

  private Checked checkAs(Credentials credentials) {
    return check(intent(credentials, targets()));
  }

  /** The report of a preflight, or why the run may not begin. */
  private record Checked(PreflightReport outcome, OptionalInt exitCode, List<String> problems) {}

  private static Checked check(RunIntent intent) {
    return check(intent, Duration.ofSeconds(30));
  }

  private static Checked check(RunIntent intent, Duration timeout) {
    try {
      PreflightReport report = new Preflight(intent, timeout, Duration.ofMillis(1)).check();
      return new Checked(report, OptionalInt.empty(), List.of());
    } catch (Refusal e) {
      return new Checked(null, OptionalInt.of(e.exitCode()), e.reasons());
    }
  }

  private List<InetSocketAddress> targets() {
    return List.of(first.address(), second.address());
  }

  private static RunIntent intent(Credentials credentials, List<InetSocketAddress> targets) {
    return intent(credentials, targets, Reach.USUAL);
  }

  private static RunIntent intent(
      Credentials credentials, List<InetSocketAddress> targets, Reach reach) {
    return intent(
        nodes(targets, null, reach),
        credentials,
        "capacity",
        new LoadConsent(false, false),
        false,
        Optional.empty());
  }

  private static String name(FakeNacos node) {
    return node.address().getHostString() + ":" + node.address().getPort();
  }
}
