package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.StandIns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** APIs of stand-ins at a constant rate, through the command line. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class ApiIT {

  @TempDir private Path folder;

  private final Queue<RecordedRequest> requests = new ConcurrentLinkedQueue<>();

  private Path out() {
    return folder.resolve("run");
  }

  private RunRecord record() {
    return RunFolder.open(out()).run();
  }

  private Cli run(StandInCluster cluster, String command) {
    return Cli.run(
        command,
        "--connections 20 --warmup 1s --duration 2s --registration-grace 3s",
        "--threshold window>=2s,achieved>=0%,lag.p99<=1m,gcPause<=1m,contention<=100%,failed<=0%",
        "--target " + ShortRuns.target(cluster),
        "--out " + out());
  }

  private StandInCluster start() {
    return StandIns.start(3, false, StandInSettings.defaults().withRecorder(requests::add));
  }

  @Test
  void shouldRegisterPersistentInstancesAndDeregisterThem() throws Exception {
    assertRegistersPersistentInstances("grpc");
  }

  @Test
  @Tag("full")
  void shouldRegisterPersistentInstancesOverHttpAndDeregisterThem() throws Exception {
    assertRegistersPersistentInstances("http");
  }

  private void assertRegistersPersistentInstances(String protocol) throws Exception {
    try (StandInCluster cluster = start()) {
      Cli cli = run(cluster, "api register --rate 6000/m --persistent --protocol " + protocol);

      ShortRuns.assertPass(cli, record());
      assertThat(record().operations().get("register").required()).isBetween(190L, 210L);
      assertThat(cli.out())
          .contains("API:        register (persistent) 100/s")
          .containsPattern("calls +required .*p50 +p90 +p95 +p99 +p99\\.9 +max");
      assertThat(Files.readString(out().resolve("report.html")))
          .contains(
              "Does the registry keep up with register (persistent) 100/s over 20 connections?");
      assertThat(requests)
          .filteredOn(ApiIT::isOfInstances)
          .hasSizeGreaterThan(200)
          .allMatch(
              protocol.equals("http")
                  ? request -> request.query().toString().contains("ephemeral=false")
                  : request -> request.path().equals("PersistentInstanceRequest"));
      // Nobody beats for them, and nothing of them expires.
      assertThat(requests).noneMatch(request -> request.path().equals(Http.BEAT));
      ShortRuns.untilNothingIsRegistered(
          cluster, 5, record().workload().population().servicePrefix());
    }
  }

  /** Then no option lets it go on. */
  @Test
  void shouldSearchNoRateWhereOthersHaveServices() {
    try (StandInCluster cluster = start()) {
      ShortRuns.registerOrders(cluster);

      Cli cli =
          Cli.run(
              "api query --rate 50..100/s --connections 2",
              "--target " + ShortRuns.target(cluster),
              "--out " + out());

      assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err())
          .contains(
              "serves nobody else",
              "holds 1 service of others: use another, or call at one --rate instead of a range")
          .doesNotContain("--allow-other-services");
      assertThat(Study.read(out()).trials()).isEmpty();
    }
  }

  private static boolean isOfInstances(RecordedRequest request) {
    return request.path().endsWith("InstanceRequest")
        || request.path().equals(Http.INSTANCE) && !request.method().equals("GET");
  }

  @Test
  void shouldReadConfigurationsAndRemoveThem() {
    assertReadsConfigurations("http");
  }

  @Test
  @Tag("full")
  void shouldReadConfigurationsOverGrpcAndRemoveThem() {
    assertReadsConfigurations("grpc");
  }

  private void assertReadsConfigurations(String protocol) {
    try (StandInCluster cluster = start()) {
      Cli cli = run(cluster, "api get-config --rate 100/s --protocol " + protocol);

      ShortRuns.assertPass(cli, record());
      OperationResult reads = record().operations().get("read");
      assertThat(reads.required()).isBetween(190L, 210L);
      assertThat(reads.failed()).isEmpty();
      assertThat(reads.ok()).isPositive();
      assertThat(record().operations()).doesNotContainKeys("listen", "list");
      assertThat(record().lifecycle().get("remove").ok()).isEqualTo(20);
    }
  }
}
