package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.simulator.target.NodeFront;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole runs with something in front of the nodes. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ViaIT {

  @TempDir private Path folder;

  private RunRecord run(String via, String... more) {
    String[] args = new String[more.length + 2];
    System.arraycopy(more, 0, args, 0, more.length);
    args[more.length] = "--via";
    args[more.length + 1] = via;
    Cli cli = Cli.start(ShortRuns.quick("embedded", folder.resolve("run"), args));
    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isZero();
    assertThat(cli.out()).as(cli.err()).contains("via a " + via + " in front of each node");
    assertThat(cli.out() + cli.err()).doesNotContain("eyJ");
    RunRecord run = RunFolder.open(folder.resolve("run")).run();
    ShortRuns.assertPass(run, cli.exitCode());
    assertThat(run.target().via()).isEqualTo(via);
    assertThat(run.registry().complete()).isTrue();
    assertThat(run.operations().values())
        .allSatisfy(operation -> assertThat(operation.failed()).isEmpty());
    return run;
  }

  @Test
  @Tag("full")
  void shouldPassAWholeFleetWithItsTokensThroughTheGateway() {
    RunRecord run = run("gateway", "--auth", "--connections", "per-client");

    assertThat(run.operations()).containsKeys("beat", "list");
  }

  @Test
  @Tag("full")
  void shouldPassGrpcThroughTheProxy() {
    // A client's own 3 s are too few where the machine stalls.
    RunRecord run = run("proxy", "--protocol", "grpc", "--auth", "--call-timeout", "30s");

    assertThat(run.operations()).containsKeys("beat", "list");
  }

  @ParameterizedTest
  @EnumSource
  void shouldListenUntilTheTargetIsClosed(NodeFront via) throws IOException {
    OpenTarget nodes =
        Targets.open(
            "127.0.0.1:1,127.0.0.1:2",
            false,
            ServerVersion.V1_4_1,
            true,
            Optional.empty(),
            Reach.USUAL,
            line -> {});
    OpenTarget target = Targets.through(nodes, via, Optional.of(TokenKey.random()));
    assertThat(target.description().nodes()).containsExactly("127.0.0.1:1", "127.0.0.1:2");
    for (InetSocketAddress front : target.addresses()) {
      new Socket(front.getAddress(), front.getPort()).close();
    }

    target.close();

    // A process that is being forked has the listening socket, too, for a moment.
    for (InetSocketAddress front : target.addresses()) {
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> new Socket(front.getAddress(), front.getPort()).close())
                      .isInstanceOf(ConnectException.class));
    }
  }
}
