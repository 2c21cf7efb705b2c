package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.MemberNames;
import dev.nacoscapacity.cluster.admin.Namespace;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.StandIns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** From a registry to a profile, and from that to a run. */
@Execution(ExecutionMode.CONCURRENT)
class ProfileIT {

  @TempDir Path folder;

  private static StandInCluster recorded(int nodes, Consumer<RecordedRequest> recorder) {
    return StandIns.start(nodes, false, StandInSettings.defaults().withRecorder(recorder));
  }

  @Test
  void shouldReadARegistryAndOnlyReadIt() throws IOException {
    List<String> requests = Collections.synchronizedList(new ArrayList<>());
    Path file = folder.resolve("read.yaml");
    try (StandInCluster cluster = recorded(2, request -> requests.add(request.method()))) {
      InetSocketAddress node = cluster.nodes().get(0).http();
      AdminClient admin = AdminClient.of(node, Duration.ofSeconds(10));
      for (int i = 0; i < 12; i++) {
        admin.register("public", i < 9 ? "orders" : "users-" + i, "10.0.0." + (i + 1), 8080);
      }
      // What the other node took is known here a little later.
      await().until(() -> admin.listing("public").services().size() == 4);
      requests.clear();

      Cli cli =
          Cli.run(
              "profile --target", MemberNames.address(node), "--rate 500 --out", file.toString());

      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.OK);
      assertThat(requests).isNotEmpty().containsOnly("GET");
    }
    assertThat(Files.readString(file))
        .contains("sizes: {1: 3}", "sizes: {9: 1}")
        .doesNotContain("orders", "users", "10.0.0");

    Path out = folder.resolve("run");
    Cli run =
        Cli.run(
            "--profile",
            file.toString(),
            "--target model:five-small --instances 120 --out",
            out.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    RunRecord record = RunFolder.open(out).run();
    assertThat(record.workload().instances()).isEqualTo(120);
    assertThat(record.workload().services()).isEqualTo(40);
  }

  /** A server without a console, such as our 2.2.4, lists the public one alone. */
  @Test
  void shouldReadANamespaceThatTheRegistryDoesNotName() throws IOException {
    List<String> paths = Collections.synchronizedList(new ArrayList<>());
    Path file = folder.resolve("read.yaml");
    try (StandInCluster cluster = recorded(1, request -> paths.add(request.path()))) {
      InetSocketAddress node = cluster.nodes().get(0).http();
      AdminClient admin = AdminClient.of(node, Duration.ofSeconds(10));
      admin.register("public", "others", "10.0.0.9", 8080);
      for (int i = 0; i < 3; i++) {
        admin.register("capacity", "orders", "10.0.0." + (i + 1), 8080);
      }
      assertThat(admin.namespaces()).extracting(Namespace::name).containsExactly("public");
      paths.clear();

      Cli cli =
          Cli.run(
              "profile --target",
              MemberNames.address(node),
              "--namespace capacity --out",
              file.toString());

      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.OK);
      assertThat(paths).contains(Http.CATALOG_SERVICES).doesNotContain(Http.NAMESPACES);
    }
    assertThat(Files.readString(file))
        .contains("3 instances of 1 service (namespaces: 1)", "sizes: {3: 1}");
  }
}
