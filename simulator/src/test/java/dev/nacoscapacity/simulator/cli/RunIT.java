package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.InstanceView;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.cluster.standin.http.V1Support;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.StageResult;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.StandIns;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Whole runs against stand-ins, through the command line: that sockets carry what {@link RunTest}
 * takes for granted, and what a model has not, such as a guard.
 */
@Timeout(180)
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class RunIT {

  @TempDir private Path folder;

  private final Queue<RecordedRequest> requests = new ConcurrentLinkedQueue<>();

  private StandInCluster start(boolean auth, StandInSettings settings) {
    return StandIns.start(3, auth, settings.withRecorder(requests::add));
  }

  private StandInCluster start() {
    return start(false, StandInSettings.defaults());
  }

  /** With auth, so that the login opens v3's administration. */
  private StandInCluster startWithout(V1Support v1) {
    return start(true, StandInSettings.defaults().withV1(v1));
  }

  private StandInCluster startWithAuth(Duration tokenTtl) {
    return start(true, StandInSettings.defaults().withTokenTtl(tokenTtl));
  }

  private Path out() {
    return folder.resolve("run");
  }

  private RunRecord record() {
    return RunFolder.open(out()).run();
  }

  /** Logins over the fleet's own wire; the others name the user in the form. */
  private long logins() {
    return requests.stream()
        .filter(request -> request.path().equals(Http.CLIENT_LOGIN))
        .filter(request -> request.query().stream().anyMatch(p -> p.getKey().equals("username")))
        .count();
  }

  private Cli run(StandInCluster cluster, String... more) {
    return Cli.run(ShortRuns.quick(ShortRuns.target(cluster), out(), more));
  }

  @Test
  void shouldHoldAGrowingFleetAtEachOfItsSizes() {
    assertHoldsAGrowingFleet("grpc");
  }

  @Test
  @Tag("full")
  void shouldHoldAGrowingFleetOverHttpAtEachOfItsSizes() {
    assertHoldsAGrowingFleet("http");
  }

  private void assertHoldsAGrowingFleet(String protocol) {
    try (StandInCluster cluster = start()) {
      Cli cli =
          Cli.run(
              "--stages=16:2s,40:3s",
              "--services=8",
              "--protocol=" + protocol,
              "--target=" + ShortRuns.target(cluster),
              "--out=" + out(),
              "--beat=1s",
              "--list=1s",
              "--warmup=1s",
              "--registration-grace=3s",
              "--threshold=" + ShortRuns.UNHURRIED);

      ShortRuns.assertPass(cli, record());
      assertThat(record().stages())
          .extracting(StageResult::instances, StageResult::status)
          .containsExactly(tuple(16, Status.PASS), tuple(40, Status.PASS));
      assertThat(record().stages().get(0).worst().count(RegistryCount.EXPECTED)).isEqualTo(16);
      assertThat(record().lifecycle().get("register").ok()).isEqualTo(40);
    }
  }

  @Test
  void shouldAcknowledgePushesWhenSubscribed() throws Exception {
    try (StandInCluster cluster = start()) {
      Cli cli = run(cluster, "--subscribe 1");

      ShortRuns.assertPass(cli, record());
      assertThat(cli.out())
          .startsWith("STAND-IN: no Nacos was there.")
          .contains("UDP pushes taken and acknowledged: ");
      assertThat(cli.err().lines()).anyMatch(line -> line.startsWith("The target is a stand-in"));
      assertThat(record().notes())
          .extracting(Message::text)
          .noneMatch(note -> note.equals("UDP pushes taken and acknowledged: 0"));
      for (var node : cluster.nodes()) {
        // A push that is not acknowledged counts as failed after two times 10 s.
        URI metrics =
            URI.create("http://127.0.0.1:" + node.http().getPort() + "/nacos/actuator/prometheus");
        String text =
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                .body();
        assertThat(text).containsPattern("failedPush.* 0(\\.0)?\\b");
      }
    }
  }

  @Test
  @Tag("full")
  void shouldRenewTheTokenBeforeItExpires() {
    // It is renewed after 18 s, and the run takes longer. A machine that stalls may renew it only
    // after it has expired.
    try (StandInCluster cluster = startWithAuth(Duration.ofSeconds(20))) {
      String criteria = ShortRuns.UNHURRIED + ",failed<=100%";

      Cli cli = run(cluster, "--auth --duration 20s --threshold", criteria);

      ShortRuns.assertPass(record(), cli.exitCode());
      assertThat(record().interrupted()).isFalse();
      assertThat(record().operations().get("beat").ok()).isPositive();
      // No other call may fail.
      assertThat(record().operations().values())
          .allSatisfy(operation -> assertThat(operation.failed().keySet()).isSubsetOf("http 403"));
      // The first token came with the preflight.
      assertThat(logins()).isBetween(1L, 30L);
      assertThat(cli.out() + cli.err()).doesNotContain("eyJ");
    }
  }

  /** Where v1 is switched off instead, {@link UnusableTargetIT} chooses v3, too. */
  @Test
  void shouldRunOverHttpV3WhenV1IsGone() {
    try (StandInCluster cluster = startWithout(V1Support.REMOVED)) {
      Cli cli = run(cluster, "--auth --listen 11s");

      ShortRuns.assertPass(cli, record());
      assertThat(record().operations()).containsKeys("beat", "list", "listen");
      assertThat(record().target().access().httpApi()).isEqualTo("v3");
      assertThat(cli.err()).contains("over HTTP v3: 127.0.0.1:").contains("/nacos/v1/");
      assertThat(cli.out())
          .contains("over http v3")
          .contains("HTTP v3 has no long poll: a listen is a GET of the configuration, each 11 s");
      assertThat(requests)
          .extracting(RecordedRequest::path)
          .contains(HttpV3.INSTANCE, HttpV3.LIST, HttpV3.CONFIG)
          .doesNotContain(Http.INSTANCE, Http.BEAT, Http.LISTENER);
      ShortRuns.untilNothingIsRegistered(
          cluster, 25, record().workload().population().servicePrefix());
    }
  }

  @Test
  @Tag("full")
  void shouldRegisterAgainOverHttpV3WhenANodeForgets() {
    try (StandInCluster cluster = startWithout(V1Support.OFF)) {
      AdminClient admin = ShortRuns.admin(cluster, 0);
      AdminClient operator = admin.withToken(admin.login("nacos", "nacos"));
      Cli cli =
          Cli.start(ShortRuns.quick(ShortRuns.target(cluster), out(), "--auth --duration 15s"));
      cli.untilSaid("measure");
      ServiceCount service = operator.listing("capacity").services().get(0);
      InstanceView one = operator.instances("capacity", service.service()).get(0);
      operator.deregister("capacity", service.service(), one.ip(), one.port());

      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
      assertThat(record().registry().worst().count(RegistryCount.UNKNOWN_INSTANCE_BEATS))
          .isPositive();
      assertThat(requests)
          .filteredOn(
              request ->
                  request.method().equals("POST")
                      && request.path().equals(HttpV3.INSTANCE)
                      && !parameters(request).containsKey(HttpV3.HEART_BEAT))
          .hasSizeGreaterThan(40);
    }
  }

  @Test
  @Tag("full")
  void shouldVerifyAGrpcFleetOverHttpV3WhenV1IsGone() {
    try (StandInCluster cluster = startWithout(V1Support.REMOVED)) {
      Cli cli = run(cluster, "--protocol grpc --auth --call-timeout 30s");

      ShortRuns.assertPass(cli, record());
      assertThat(requests)
          .extracting(RecordedRequest::path)
          .contains("InstanceRequest", HttpV3.LIST)
          .doesNotContain(HttpV3.INSTANCE);
    }
  }

  @Test
  @Tag("full")
  void shouldRunOverHttpV3WhenAsked() throws IOException {
    Path profile = folder.resolve("profile.yaml");
    Files.writeString(profile, "services: [{name: jobs, count: 8, instances: 5, configs: 3}]\n");
    List<String> args =
        new ArrayList<>(
            ShortRuns.quick("embedded", out(), "--http-api v3 --profile", profile.toString()));
    args.remove("--services");
    args.remove("8");

    Cli cli = Cli.run(args);

    ShortRuns.assertPass(cli, record());
    assertThat(cli.err()).contains("over HTTP v3, as asked");
    assertThat(cli.out()).contains("HTTP v3 reads one configuration a call");
    assertThat(record().target().access().httpApi()).isEqualTo("v3");
  }

  @Test
  void shouldRunOverBothProtocols() {
    try (StandInCluster cluster = startWithAuth(Duration.ofHours(5))) {
      Cli cli =
          run(cluster, "--protocol http=0.7,grpc=0.3 --auth --subscribe 1 --call-timeout 30s");

      ShortRuns.assertPass(cli, record());
      assertThat(record().operations())
          .containsKeys("beat.http", "list.http", "list.grpc")
          .doesNotContainKeys("beat", "list");
      assertThat(record().pushes().count()).isPositive();
      assertThat(requests)
          .extracting(RecordedRequest::path)
          .contains("InstanceRequest", "SubscribeServiceRequest", Http.INSTANCE, Http.BEAT);
      assertThat(cli.out()).contains("over http=0.7,grpc=0.3", "\nlist.grpc ");
    }
  }

  @Test
  void shouldRunOnAStandInOfItsOwnWithATokenCache() {
    List<String> args = ShortRuns.quick("embedded", out(), "--auth --auth-cache on");

    Cli cli = Cli.run(args);

    ShortRuns.assertPass(cli, record());
    String standIn =
        "The target is a stand-in: this run proves the tool, and nothing about Nacos's capacity.";
    assertThat(cli.err().lines()).startsWith(standIn).endsWith(standIn);
    assertThat(cli.out()).startsWith("STAND-IN: no Nacos was there.");
    assertThat(record().target().authCache()).isTrue();
  }

  @Test
  @Tag("full")
  void shouldBeTheWholeFleetWhenItsShardsRunTogether() {
    try (StandInCluster cluster = start()) {
      String target = ShortRuns.target(cluster);
      List<Cli> shards =
          Stream.of("1", "2")
              .map(n -> ShortRuns.quick(target, folder.resolve(n), "--shard", n + "/2"))
              .map(Cli::start)
              .toList();
      Set<String> names = new HashSet<>();
      int instances = 0;
      for (int shard = 1; shard <= 2; shard++) {
        Cli cli = shards.get(shard - 1);
        assertThat(cli.exitCode()).as(cli.err() + cli.out()).isZero();
        RunRecord run = RunFolder.open(folder.resolve("" + shard)).run();
        ShortRuns.assertPass(run, cli.exitCode());

        Set<String> own = registered(run.workload().population().servicePrefix());

        assertThat(own).hasSize(run.workload().instances());
        assertThat(run.registry().worst().count(RegistryCount.EXPECTED)).isEqualTo(own.size());
        names.addAll(own);
        instances += own.size();
      }
      assertThat(names).as("no name twice").hasSize(instances).hasSize(40);
    }
  }

  /** Service number, address and port of what a run registered. */
  private Set<String> registered(String prefix) {
    return requests.stream()
        .filter(r -> r.method().equals("POST") && r.path().equals(Http.INSTANCE))
        .map(RunIT::parameters)
        .filter(p -> p.get("serviceName").contains(prefix))
        .map(p -> p.get("serviceName").split(prefix)[1] + p.get("ip") + ":" + p.get("port"))
        .collect(Collectors.toSet());
  }

  private static Map<String, String> parameters(RecordedRequest request) {
    List<Map.Entry<String, String>> all = new ArrayList<>(request.query());
    all.addAll(request.form());
    return all.stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a));
  }

  @Test
  @Tag("full")
  void shouldEndEarlyWhenEveryNodeDies() {
    try (StandInCluster cluster = start()) {
      Cli cli = Cli.start(ShortRuns.quick(ShortRuns.target(cluster), out(), "--duration 1h"));
      cli.untilSaid("measure");
      cluster.nodes().forEach(node -> node.kill());

      assertThat(cli.exitCode()).isEqualTo(1);
      assertThat(record().guardStop().text()).contains("stopped answering");
      assertThat(cli.err()).contains("note: 127.0.0.1:").contains("stopped answering");
      assertThat(cli.out()).contains("FAIL (exit code 1)").contains("The guard stopped the load");
    }
  }

  @Test
  @Tag("full")
  void shouldDeregisterEverythingWhenOneNodeDies() {
    try (StandInCluster cluster = start()) {
      Cli cli = Cli.start(ShortRuns.quick(ShortRuns.target(cluster), out(), "--duration 1h"));
      cli.untilSaid("measure");
      cluster.node(2).kill();

      assertThat(cli.exitCode()).isEqualTo(1);
      // Not always the dead node's: on a busy machine the guard may lose patience with another.
      assertThat(record().guardStop().text()).contains("stopped answering");
      // Where the dead node owned a service, the others agree on its removal only by expiry.
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreException(AdminException.class)
          .untilAsserted(() -> assertThat(ShortRuns.registered(cluster, 0, "")).isZero());
    }
  }

  @Test
  @Tag("full")
  void shouldKeepRunningWhenNodesAreExpectedToDie() {
    try (StandInCluster cluster = start()) {
      // As many as there are: on a busy machine the guard may lose patience with another.
      Cli cli =
          Cli.start(
              ShortRuns.quick(
                  ShortRuns.target(cluster), out(), "--duration 15s --expect-node-loss 3"));
      cli.untilSaid("measure");
      cluster.node(2).kill();

      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
      assertThat(cli.err()).contains("or more than 3 of the nodes stop answering");
      assertThat(record().guardStop()).isNull();
    }
  }

  @Test
  void shouldStopWhenAServiceOfOthersIsHarmed() {
    try (StandInCluster cluster = start()) {
      AdminClient others = ShortRuns.registerOrders(cluster);

      Cli cli = Cli.start(ShortRuns.quick(ShortRuns.target(cluster), out(), "--duration 1h"));
      harmOnceGuarded(cli, others);

      assertThat(cli.exitCode()).isEqualTo(1);
      assertThat(record().guardStop().text()).contains("orders");
      assertThat(cli.out()).contains("The guard stopped the load").contains("orders");
      ShortRuns.untilNothingIsRegistered(cluster, 25, "");
    }
  }

  /** What runs several times ends with the first harm to a registry of others. */
  @Test
  void shouldStartNoFurtherRunOnceAServiceOfOthersWasHarmed() throws Exception {
    try (StandInCluster cluster = start()) {
      AdminClient others = ShortRuns.registerOrders(cluster);
      List<String> args = new ArrayList<>(List.of("capacity", "--out", out().toString()));
      args.addAll(List.of("--target", ShortRuns.target(cluster), "--allow-other-services"));
      args.addAll(List.of("--from", "40", "--to", "80"));

      Cli cli = Cli.start(args);
      harmOnceGuarded(cli, others);

      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.INCONCLUSIVE);
      assertThat(cli.err())
          .containsPattern("the registry is not ours, and .* to protect it: .*orders");
      try (Stream<Path> runs = Files.list(out())) {
        assertThat(runs.filter(Files::isDirectory)).hasSize(1);
      }
    }
  }

  private static void harmOnceGuarded(Cli cli, AdminClient others) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofSeconds(1))
        .ignoreException(AdminException.class)
        .until(
            () -> {
              // No client sends beats for it: without this the instance may be unhealthy before
              // it is guarded.
              others.register("public", "orders", "127.0.0.1", 8080);
              return cli.err().contains("guarding the nodes and 1 service of others");
            });
    others.deregister("public", "orders", "127.0.0.1", 8080);
  }
}
