package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.Configurations;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.core.workload.SlowClients;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.run.ClusterModel;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A fleet over gRPC, all of it or a part, on a modelled cluster of 2.2.4. */
@Execution(ExecutionMode.CONCURRENT)
class GrpcModelRunTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int INSTANCES = 100;

  @TempDir private Path folder;

  private static final Credentials USER = new Credentials("nacos", "nacos");

  private final StopSignal stop = new StopSignal();
  private ClientModel client = ClientModel.POLLING;

  /** Of the instances over gRPC, where the others speak HTTP. */
  private Double share;

  /** Those that exist; null for none. */
  private Configurations configurations;

  /** Null for none. */
  private SlowClients slow;

  /** Whether each instance over gRPC listens. */
  private boolean eachListens;

  @Test
  void shouldPassWithoutAuth() {
    RunRecord run = run(registry -> Scenario.NONE);

    assertPass(run);
    assertThat(run.operations(Operation.LIST).get(0).ok()).isEqualTo(INSTANCES * 60 / 10);
    assertThat(run.operations(Operation.BEAT).get(0).required()).isPositive();
    assertThat(run.servers().get("node1").cpuSeconds()).isPositive();
  }

  @Test
  void shouldPassWithAuth() {
    RunRecord run = run("run", 1, USER, registry -> Scenario.NONE);

    assertPass(run);
    assertThat(run.operations(Operation.LIST).get(0).failures()).isZero();
  }

  @Test
  void shouldDropNothingWhenANodeIsKilled() {
    RunRecord run = run(GrpcModelRunTest::killingANode);

    assertThat(worst(run, RegistryCount.MISSING)).isZero();
    assertThat(run.registry().keptBeatingYetDropped()).isZero();
    assertThat(failures(run)).isLessThan(5);
    // Whom it had is listed by the others after the fleet has gone.
    assertThat(worst(run, RegistryCount.STALE)).isBetween(5L, 50L);
  }

  @Test
  void shouldFailTheCallsOfAFrozenNodesClients() {
    RunRecord run =
        run(
            registry ->
                at(5, () -> node(registry, 0).pause(), 35, () -> node(registry, 0).resume()));

    assertThat(failures(run)).isBetween(10L, 2L * INSTANCES);
    assertThat(run.operations(Operation.LIST).get(0).failed()).containsKey("timed out");
  }

  @Test
  void shouldSeparateTheFiguresOfBothProtocols() {
    share = 0.3;

    RunRecord run = run("run", 1, USER, registry -> Scenario.NONE);

    assertPass(run);
    Map<String, OperationResult> operations = run.operations();
    assertThat(operations)
        .containsOnlyKeys(
            "beat.http",
            "beat.grpc",
            "list.http",
            "list.grpc",
            "listen.http",
            "listen.grpc",
            "scrape",
            "sweep");
    assertThat(operations.get("beat.http").ok()).isEqualTo(70 * 60 / 5);
    assertThat(operations.get("list.http").ok()).isEqualTo(70 * 60 / 10);
    assertThat(operations.get("list.grpc").ok()).isEqualTo(30 * 60 / 10);
    // A poll counts when it is answered in the window.
    assertThat(operations.get("listen.http").ok()).isBetween(7 * 60 / 30 - 1L, 7 * 60 / 30 + 1L);
    assertThat(operations.get("listen.grpc").ok()).isEqualTo(3 * 60 / 30);
    assertThat(operations.get("listen.http").latencyMs().p50()).isGreaterThan(29_000);
    assertThat(operations.get("listen.grpc").latencyMs().p50()).isLessThan(1_000);
    assertThat(run.registry().worst().count(RegistryCount.EXPECTED)).isEqualTo(INSTANCES);
    assertThat(run.workload().protocol().label()).isEqualTo("http=0.7,grpc=0.3");
    assertThat(run.workload().grpcConnections()).isEqualTo(30 + 3);
  }

  @Test
  void shouldPushRegistrationsOverHttpToSubscribersOverGrpc() {
    share = 0.5;
    client = ClientModel.JAVA_2X;

    RunRecord run = run(registry -> Scenario.NONE);

    assertPass(run);
    assertThat(run.operations()).containsKey("list.http").doesNotContainKey("list.grpc");
    // Each of 50 instances receives pushes about the nine others of its service, except those that
    // came earlier.
    assertThat(run.pushes().count()).isBetween(50L, 50L * 9);
  }

  /** As in a migration. */
  @Test
  void shouldMigrateClientsToGrpc() {
    share = 0.0;

    RunRecord run = run(registry -> speakingGrpcAfter(10, 0.5, 1.0));

    assertPass(run);
    Map<String, OperationResult> operations = run.operations();
    assertThat(operations.get("deregister.http").ok()).isEqualTo(INSTANCES);
    assertThat(operations.get("register.grpc").ok()).isEqualTo(INSTANCES);
    assertThat(operations.get("list.grpc").ok()).isGreaterThan(INSTANCES);
    assertThat(worst(run, RegistryCount.MISSING)).isZero();
    assertThat(worst(run, RegistryCount.STALE)).isZero();
    assertThat(run.registry().keptBeatingYetDropped()).isZero();
  }

  @Test
  void shouldMeasureChangesUntilTheirLastSubscriber() {
    share = 0.5;
    client = ClientModel.JAVA_2X;

    RunRecord run = run(registry -> speakingGrpcAfter(10, 0.8));

    // Most have registered again before the registry pushes that they left, half a second later.
    assertThat(run.changes().superseded()).isEqualTo(30);
    assertThat(run.changes().count()).isPositive();
    assertThat(run.changes().incomplete()).isZero();
    assertThat(run.changes().latencyMs().p50()).isGreaterThan(490);
  }

  @Test
  void shouldMigrateClientsBackToHttp() {
    share = 1.0;

    RunRecord run = run(registry -> speakingGrpcAfter(10, 0.0));

    assertPass(run);
    assertThat(run.operations().get("register.http").ok()).isEqualTo(INSTANCES);
    assertThat(run.operations().get("beat.http").ok()).isGreaterThan(INSTANCES);
  }

  @Test
  void shouldBringEachConfigurationChangeToAllListeners() {
    configurations = new Configurations(60, 300);
    eachListens = true;

    RunRecord run = run("run", 1, USER, registry -> Scenario.NONE);

    assertPass(run);
    assertThat(run.operations().get("publish").ok()).isEqualTo(60);
    assertThat(run.operations().get("read").failures()).isZero();
    assertThat(run.configChanges().complete()).isBetween(59L, 61L);
    assertThat(run.configChanges().read()).isBetween(590L, 610L);
    assertThat(run.configChanges().lastDelayMs().p99()).isBetween(1.0, 1_000.0);
    assertThat(run.lifecycle().get("remove").ok()).isEqualTo(10);
  }

  @Test
  void shouldChangeConfigurationsOverBothProtocols() {
    configurations = new Configurations(60, 300);
    share = 0.3;

    RunRecord run = run(registry -> Scenario.NONE);

    assertPass(run);
    Map<String, OperationResult> operations = run.operations();
    assertThat(operations)
        .containsKeys("publish.http", "publish.grpc", "read.http", "read.grpc", "listen.http");
    assertThat(operations.get("publish.http").ok()).isEqualTo(42);
    assertThat(operations.get("publish.grpc").ok()).isEqualTo(18);
    // Each poll is answered by a change, and none is held to its end.
    assertThat(operations.get("listen.http").ok()).isEqualTo(42);
    assertThat(run.configChanges().complete()).isEqualTo(60);
  }

  @Test
  void shouldNotChangeConfigurationsWhenNoneIsPublished() {
    configurations = new Configurations(0, 300);

    RunRecord run = run(registry -> Scenario.NONE);

    assertPass(run);
    assertThat(run.operations()).doesNotContainKeys("publish", "read");
    assertThat(run.configChanges()).isNull();
    assertThat(run.lifecycle().get("remove").ok()).isEqualTo(10);
  }

  @Test
  void shouldReadChangesAfterTheirNodeHasDied() throws IOException {
    configurations = new Configurations(60, 300);
    eachListens = true;

    Consumer<String> twice =
        name ->
            assertThat(
                    run(name, 3, null, GrpcModelRunTest::killingANode).configChanges().complete())
                .isBetween(50L, 60L);
    twice.accept("one");
    twice.accept("two");

    assertSameFiles();
  }

  @Test
  void shouldListenOverTheProtocolAClientMovedTo() {
    configurations = new Configurations(60, 300);
    share = 0.0;

    RunRecord run = run(registry -> speakingGrpcAfter(10, 1.0, 0.0));

    assertPass(run);
    assertThat(run.operations().get("read.http").ok()).isBetween(35L, 50L);
    assertThat(run.operations().get("read.grpc").ok()).isBetween(5L, 25L);
  }

  @Test
  void shouldRemoveWhatItPublishedWhenItIsStopped() {
    configurations = new Configurations(60, 300);

    RunRecord run =
        run(
            registry ->
                at(5, () -> stop.stop(StopSignal.Cause.INTERRUPTED, Message.asIs("stopped"))));

    assertThat(run.interrupted()).isTrue();
    assertThat(run.lifecycle().get("remove").ok()).isEqualTo(10);
  }

  @Test
  void shouldDelayAnswersOfSlowClients() {
    slow = new SlowClients(0.2, 1.5);
    share = 0.5;

    RunRecord run = run(registry -> Scenario.NONE);

    for (String operation : List.of("list.http", "list.grpc", "beat.http")) {
      OperationResult calls = run.operations().get(operation);
      assertThat(calls.failures()).isZero();
      assertThat(calls.skipped()).isZero();
      assertThat(calls.latencyMs().p50()).as(operation).isLessThan(100);
      assertThat(calls.latencyMs().p99()).as(operation).isBetween(1_500.0, 1_600.0);
    }
    assertThat(run.lifecycle().get("register.http").latencyMs().max()).isLessThan(1_000);
  }

  @Test
  void shouldDelayPushesToSlowClients() {
    client = ClientModel.JAVA_2X;
    RunRecord plain = run("plain", 1, null, registry -> Scenario.NONE);
    slow = new SlowClients(0.2, 2);

    RunRecord run = run(registry -> Scenario.NONE);

    assertThat(run.pushes().latencyMs().max())
        .isGreaterThan(plain.pushes().latencyMs().max() + 1_000);
  }

  @Test
  void shouldTimeOutCallsWhoseAnswersAreReadTooLate() {
    slow = new SlowClients(0.2, 5);

    RunRecord run = run(registry -> Scenario.NONE);

    assertThat(run.operations().get("list").failed()).containsKey("timed out");
    assertThat(run.operations().get("list").latencyMs().p50()).isLessThan(100);
  }

  private static void assertPass(RunRecord run) {
    assertThat(run.verdict().reasons()).isEmpty();
    assertThat(run.verdict().status()).isEqualTo(Status.PASS);
  }

  /** That the runs "one" and "two" left the same. */
  private void assertSameFiles() throws IOException {
    for (String file : List.of("intervals.csv", "registry.csv", "events.jsonl", "latency.hlog")) {
      assertThat(Files.readString(folder.resolve("two").resolve(file)))
          .as(file)
          .isEqualTo(Files.readString(folder.resolve("one").resolve(file)));
    }
  }

  private static Scenario killingANode(OpenTarget registry) {
    return at(5, () -> node(registry, 0).kill());
  }

  private RunRecord run(Function<OpenTarget, Scenario> scenario) {
    return run("run", 1, null, scenario);
  }

  /** Changes the share over gRPC each so many seconds. */
  private static Scenario speakingGrpcAfter(int seconds, double... shares) {
    return new Scenario() {
      private Events run;
      private int passed;

      @Override
      public void begin(Events events) {
        run = events;
      }

      @Override
      public void second(RunSecond ended) {
        passed++;
        if (passed % seconds == 0 && passed / seconds <= shares.length) {
          run.migrate(shares[passed / seconds - 1]);
        }
      }
    };
  }

  /** Of the clients, who neither scrape nor sweep. */
  private static long failures(RunRecord run) {
    return Stream.of(Operation.BEAT, Operation.LIST, Operation.REGISTER, Operation.LISTEN)
        .flatMap(kind -> run.operations(kind).stream())
        .mapToLong(OperationResult::failures)
        .sum();
  }

  private static long worst(RunRecord run, RegistryCount figure) {
    return run.registry().worst().count(figure);
  }

  private static Node node(OpenTarget registry, int index) {
    return registry.cluster().orElseThrow().nodes().get(index);
  }

  private static Scenario at(int second, Runnable action) {
    return at(second, action, Integer.MAX_VALUE, () -> {});
  }

  private static Scenario at(int first, Runnable action, int second, Runnable other) {
    return new Scenario() {
      private int seconds;

      @Override
      public void second(RunSecond ended) {
        seconds++;
        if (seconds == first) {
          action.run();
        } else if (seconds == second) {
          other.run();
        }
      }

      @Override
      public boolean mayBreakNodes() {
        return true;
      }
    };
  }

  private RunRecord run(
      String name, long seed, Credentials credentials, Function<OpenTarget, Scenario> scenario) {
    boolean auth = credentials != null;
    OpenTarget target = target("this-machine-2.2.4", "2.2.4", auth);
    RunHost host =
        new ModelRunHost(
            settings(seed),
            target,
            target.model().orElseThrow(),
            Optional.ofNullable(credentials),
            stop);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Criteria criteria = Criteria.defaults();
    new RecordedRun(
            host, criteria, RunNotes.NONE, Optional.empty(), Language.ENGLISH, nowhere, nowhere)
        .run(
            new RunPurpose() {
              @Override
              public Scenario scenario(OpenTarget registry) {
                return scenario.apply(registry);
              }

              @Override
              public RunRecord judged(RunRecord run) {
                return Judge.standard().judged(run, criteria);
              }
            },
            folder.resolve(name),
            Instant.EPOCH,
            List.of());
    return RunFolder.open(folder.resolve(name)).run();
  }

  /** A shipped model, of which each run makes its own cluster. */
  static OpenTarget target(String model, String version, boolean auth) {
    ModelSpec spec = ModelFile.read(model);
    return OpenTarget.modelled(
        Target.model(version, auth, false, null, Prediction.of(model, "ab12", "c", "cd34")),
        new ClusterModel(new ModelCluster(spec, auth, new VirtualTime(Instant.EPOCH), 0)),
        (time, drawn) -> new ClusterModel(new ModelCluster(spec, auth, time, drawn)));
  }

  private Clients clients() {
    GrpcClients grpc = Workloads.grpc(client, client == ClientModel.JAVA_2X ? 1 : 0, eachListens);
    return share == null ? grpc : new MixedClients(share, GrpcClients.DEFAULT_CALL_TIMEOUT, grpc);
  }

  private Workload settings(long seed) {
    Traffic traffic =
        new Traffic("own", Traffic.even(INSTANCES, 10).classes(), configurations, slow, List.of());
    Workload workload = Workloads.of(INSTANCES, 10, clients());
    return workload
        .withPopulation(workload.population().withTraffic(traffic))
        .withTiming(Timing.USUAL.withWarmUp(Duration.ZERO))
        .withSeed(seed);
  }
}
