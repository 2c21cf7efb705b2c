package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A fleet on one real node of each version, by the protocol that its clients speak: both at once,
 * since a start waits much of its time.
 */
@Timeout(900)
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class RealServerIT {

  @TempDir private Path folder;

  private RunRecord run(ServerVersion version, String... more) {
    LocalClusters clusters = new LocalClusters(Path.of(".."), folder, System.err::println);
    ClusterSpec spec =
        Ports.moveToFree(ClusterSpec.of(version, 1))
            .withAuth(true)
            .withHeap("384m")
            // Compiled by half, a node starts in half the time.
            .withJvmArg("-XX:TieredStopAtLevel=1");
    try (Cluster cluster = clusters.up(spec)) {
      Node only = cluster.nodes().get(0);
      String node = "127.0.0.1:" + only.http().getPort();
      List<String> args = new ArrayList<>(List.of(more));
      // So few calls that even a cold node on a busy machine answers them all in time.
      args.addAll(List.of("--instances 10 --services 4"));
      args.addAll(List.of("--registration-grace 5s"));
      Cli cli =
          Cli.run(
              ShortRuns.quick(node, folder.resolve("run"), args.toArray(String[]::new))
                  .toArray(String[]::new));

      assertThat(cli.exitCode()).as(cli.err() + cli.out()).isZero();
      assertThat(clusters.brokenClassPath(only.name())).isEmpty();
    }
    assertThat(clusters.find()).isEmpty();
    RunRecord run = RunFolder.open(folder.resolve("run")).run();
    ShortRuns.assertPass(run, 0);
    assertThat(run.target().version()).startsWith(version.toString());
    assertThat(run.registry().complete()).isTrue();
    assertThat(run.operations().values())
        .allSatisfy(operation -> assertThat(operation.failed()).isEmpty());
    return run;
  }

  @Test
  void shouldPassOverHttpOn141() {
    RunRecord run = run(ServerVersion.V1_4_1, "--auth");

    assertThat(run.target().auth()).isTrue();
    assertThat(run.operations()).containsKeys("beat", "list");
  }

  /** A node that answers calls, and cannot push for want of a class, is no Nacos to measure. */
  @Test
  void shouldPassOverGrpcAndPushOn224() {
    RunRecord run =
        run(ServerVersion.V2_2_4, "--auth --protocol grpc --subscribe 1 --call-timeout 30s");

    assertThat(run.operations()).containsKeys("beat", "list");
    assertThat(run.pushes().count()).isPositive();
  }
}
