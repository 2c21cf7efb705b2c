package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.StandIns;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.grpc.OpenChannels;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A whole fleet over gRPC through what servers do to it. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
class GrpcFleetIT {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int INSTANCES = 60;
  private static final Credentials USER = new Credentials("nacos", "nacos");

  private StandInCluster cluster;

  @TempDir private Path folder;

  @BeforeEach
  void start() {
    cluster =
        StandIns.start(3, true, StandInSettings.defaults().withTokenTtl(Duration.ofSeconds(8)));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** Kills a node, and lets another send its clients away, as the window begins. */
  private final class Storm implements Scenario {

    @Override
    public void begin(Events events) {
      cluster.node(0).kill();
      cluster.node(1).resetConnections(cluster.node(2));
    }

    @Override
    public boolean mayBreakNodes() {
      return true;
    }
  }

  @Test
  void shouldReconnectEveryClientWhenANodeDiesAndAnotherResetsIts() throws Exception {
    RunRecord run = run(ClientModel.POLLING, 0, new Storm());

    OperationResult connect = run.operations().get("connect");
    assertThat(connect.ok()).as("two of three nodes' clients").isGreaterThan(INSTANCES / 3);
    assertThat(run.operations().get("register").ok()).isGreaterThan(INSTANCES / 3);
    assertThat(run.operations().get("list").failed()).isEmpty();
    assertThat(run.workload().admissions()).isPositive();
    assertThat(run.registry().keptBeatingYetDropped()).isZero();
    assertNoChannelIsOpen();
    // As in 2.x, the others keep what a dead node had for three minutes more.
    assertListed(instances -> instances < INSTANCES / 2);
  }

  @Test
  void shouldMeasureWhatIsPushedAndRenewTokensThatExpireMeanwhile() throws Exception {
    RunRecord run = run(ClientModel.JAVA_2X, 2, Scenario.NONE);

    assertThat(run.pushes().count()).isPositive();
    assertThat(run.pushes().latencyMs().p50()).isPositive();
    assertThat(run.operations()).doesNotContainKey("list");
    assertThat(run.workload().list(Transport.GRPC)).isZero();
    assertThat(run.operations().get("beat").failed()).isEmpty();
    assertNoChannelIsOpen();
    assertListed(instances -> instances == 0);
  }

  private void assertNoChannelIsOpen() {
    List<InetSocketAddress> servers = cluster.nodes().stream().map(Node::grpc).toList();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(OpenChannels.to(servers)).isEmpty());
  }

  private void assertListed(Predicate<Integer> instances) {
    AdminClient node = AdminClient.of(cluster.node(2).http(), PATIENCE);
    await()
        .atMost(PATIENCE)
        .ignoreException(AdminException.class)
        .untilAsserted(
            () ->
                assertThat(
                        node
                            .withToken(node.login("nacos", "nacos"))
                            .listing("capacity")
                            .services()
                            .stream()
                            .mapToInt(ServiceCount::instances)
                            .sum())
                    .matches(instances));
  }

  private RunRecord run(ClientModel model, int subscribe, Scenario scenario) throws Exception {
    Workload settings = settings(model, subscribe);
    Login login = AdminClient.of(cluster.node(2).http(), PATIENCE).login("nacos", "nacos");
    // As if the token were good for long: only the server's refusal tells that it is not.
    Access access = new Access(login.token(), Duration.ofHours(5), USER);
    RunRecord begun = Workloads.begun(settings).build();
    RunClock clock = RunClock.system();
    return new FleetRun(
            new FleetSpec(
                settings,
                cluster.nodes().stream()
                    .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
                    .toList(),
                access,
                GracePeriods.DEFAULT,
                Integer.MAX_VALUE,
                false),
            new StopSignal(),
            new QuietProgress(),
            new NetworkHost(clock),
            scenario,
            Barrier.open(clock))
        .run(begun)
        .run();
  }

  private static Workload settings(ClientModel model, int subscribe) {
    return Workloads.of(
            INSTANCES, 6, new GrpcClients(model, subscribe, ConfigConnections.SERVICE, PATIENCE))
        .withTiming(
            Workloads.EVERY_SECOND
                .withList(SECOND.multipliedBy(2))
                .withListen(SECOND)
                .withRamp(SECOND)
                // So long that all come back in it where the machine stalls.
                .withDuration(SECOND.multipliedBy(20)));
  }
}
