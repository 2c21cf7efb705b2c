package dev.nacoscapacity.simulator.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.reach.Tls;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.TokenScope;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.engine.Seconds;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShardMessageTest {

  private static final Duration SECOND = Duration.ofMillis(1_001);

  static List<ShardMessage> messages() {
    return List.of(
        start(),
        new ShardMessage.Arrived(Barrier.Step.COMPLETE, false),
        new ShardMessage.Go(
            Barrier.Step.SWEPT, true, Instant.parse("2026-01-02T03:04:05.678901234Z")),
        new ShardMessage.Stop(StopSignal.Cause.HARM, Message.asIs("\"quoted\"\nand on two lines")),
        new ShardMessage.Phase("warm-up", SECOND),
        new ShardMessage.Note(Message.asIs("事")),
        new ShardMessage.EndWindow(),
        new ShardMessage.Migrate(0.3),
        new ShardMessage.Scraped(2, "a 1\nb 2\n"),
        new ShardMessage.Failed("no way"));
  }

  private static ShardMessage.Start start() {
    Workload settings =
        new Workload(
                new Population(40, 4, "capacity-x", "capacity", new Shard(1, 2)),
                new MixedClients(
                    0.3,
                    SECOND,
                    new GrpcClients(ClientModel.JAVA_2X, 3, ConfigConnections.PER_CLIENT, SECOND)),
                Timing.USUAL.withBeat(SECOND).withPhase(Phase.BURST),
                2,
                7)
            .withLogin(TokenScope.PER_CLIENT);
    return new ShardMessage.Start(
        new FleetSpec(
            settings,
            List.of(new FleetSpec.NodeAddress("node1", new Endpoint("nacos1", "10.0.0.1", 8848))),
            new Access("a-token", SECOND, new Credentials("user", "a-password")),
            GracePeriods.DEFAULT,
            9_000,
            false,
            HttpApi.V3,
            new Reach(
                "/registry",
                2000,
                new Tls(Tls.Scope.ALL, false, Path.of("/ca.pem"), null, null),
                List.of(new Endpoint("entry", "::1", 443)))),
        true);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldBeTheSameAtTheOtherEnd(ShardMessage message) {
    String line = message.line();

    assertThat(line).doesNotContain("\n");
    assertThat(ShardMessage.parse(line)).isEqualTo(message);
  }

  @Test
  void shouldCarryASecond() {
    ShardMessage.Second second =
        new ShardMessage.Second(
            new RunSecond(
                7,
                "measure",
                1.5,
                1,
                2,
                3,
                new Seconds("node1").calls(3, Operation.BEAT, 5, null).stats()));

    assertThat(ShardMessage.parse(second.line()).line()).isEqualTo(second.line());
  }

  @Test
  void shouldCarryAResult() {
    RunStats measured = new Seconds("node1").calls(3, Operation.BEAT, 5, null).stats();
    RunRecord run =
        RunRecord.builder(null, Instant.EPOCH, null, Workloads.of(40, 4, "http"), null)
            .windowSeconds(60)
            .operations(OperationResult.of(measured))
            .registry(new RegistryResult(measured.registry(), 0, null, true, 0, 1, 2, null))
            .build();

    ShardMessage.Done end = new ShardMessage.Done(new MeasuredRun(run, measured));

    assertThat(ShardMessage.parse(end.line()).line()).isEqualTo(end.line());
    assertThat(((ShardMessage.Done) ShardMessage.parse(end.line())).result().run()).isEqualTo(run);
  }

  @Test
  void shouldKeepSecretsOutOfMessages() {
    assertThat(start().toString()).doesNotContain("a-token").doesNotContain("a-password");
    String broken = start().line().replace("burst", "x").replace("BURST", "x");
    assertThatThrownBy(() -> ShardMessage.parse(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .doesNotContain("a-token")
        .doesNotContain("a-password");
  }
}
