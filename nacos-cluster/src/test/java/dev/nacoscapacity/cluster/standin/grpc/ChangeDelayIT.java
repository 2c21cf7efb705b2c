package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code labs/bench/changes.sh} on the stand-in. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
class ChangeDelayIT {

  private static final double PUSH_DELAY_MILLIS = 500;

  private final StandInCluster cluster =
      new StandInCluster(
          ClusterSpec.of(ServerVersion.EMBEDDED, 3).withAuth(true),
          StandInSettings.defaults().withFreePorts());

  @TempDir private Path files;

  @BeforeEach
  void start() {
    cluster.start();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void shouldTimeEachChangeToEachSubscriberAndToTheLast() throws Exception {
    List<String> lines = run("3", "2", "2", "4");

    // Each of two services has three subscribers, comes and leaves.
    assertThat(lines.get(1)).matches("change to each +12 +.*");
    assertThat(lines.get(2)).matches("change to the last +4 +.*");
    assertThat(lines.get(3)).isEqualTo("0 of 4 changes were not with every subscriber after 60 s");
    assertThat(median(lines.get(1))).isGreaterThanOrEqualTo(PUSH_DELAY_MILLIS);
    assertThat(median(lines.get(2))).isGreaterThanOrEqualTo(median(lines.get(1)));

    assertThat(run("1", "change-delay-", "2", "2").get(1)).matches("change to each +2 +.*");
  }

  private static double median(String line) {
    return Double.parseDouble(line.split(" {2,}")[2].replace(",", ""));
  }

  private List<String> run(String... of) throws IOException, InterruptedException {
    Path lib = Path.of("reference-client", "client-2.x", "target", "lib").toAbsolutePath();
    assertThat(lib).as("assembled by mvn package in reference-client").isNotEmptyDirectory();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + files,
                "-Dcom.alibaba.nacos.client.naming.local.ip=127.0.0.1",
                "-cp",
                lib + "/*",
                "dev.nacoscapacity.reference.ChangeDelay",
                cluster.nodes().stream()
                    .map(node -> "127.0.0.1:" + node.http().getPort())
                    .collect(Collectors.joining(",")),
                "capacity"));
    command.addAll(Arrays.asList(of));
    command.add("nacos");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(files.resolve("err").toFile());
    builder.environment().put("NACOS_PASSWORD", "nacos");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
