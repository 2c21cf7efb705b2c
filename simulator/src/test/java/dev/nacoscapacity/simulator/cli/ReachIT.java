package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.Certificate;
import dev.nacoscapacity.simulator.Front;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Short runs on registries that are not reached the usual way. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class ReachIT {

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @TempDir private Path folder;

  private Cli run(String target, String... more) {
    return Cli.run(ShortRuns.quick(target, folder.resolve("run"), more));
  }

  private RunRecord assertPass(Cli cli) {
    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isZero();
    RunRecord run = RunFolder.open(folder.resolve("run")).run();
    ShortRuns.assertPass(run, cli.exitCode());
    assertThat(run.registry().complete()).isTrue();
    return run;
  }

  private static String number(InetSocketAddress address) {
    return "127.0.0.1:" + address.getPort();
  }

  @Test
  void shouldRunOverTlsWithAClientCertificateOverBothProtocols() throws IOException {
    Certificate servers = Certificate.make(folder, "ip:127.0.0.1");
    Certificate clients = Certificate.make(folder, "dns:client");
    try (StandInCluster cluster = ShortRuns.cluster(true);
        Front front = Front.tls(LOOPBACK, cluster.node(0), servers, clients, false)) {
      Cli cli =
          run(
              number(front.address()),
              "--protocol http=0.5,grpc=0.5 --auth --call-timeout 30s --yes --tls --tls-ca",
              servers.certificate().toString(),
              "--tls-cert",
              clients.certificate().toString(),
              "--tls-key",
              clients.key().toString());

      RunRecord run = assertPass(cli);
      assertThat(run.target().access().reached().tls()).isEqualTo("all");
      assertThat(run.operations()).containsKeys("beat.http", "beat.grpc");
      assertThat(run.notes())
          .anyMatch(
              note ->
                  note.startsWith("WARNING: the cluster has members")
                      && note.contains(number(cluster.node(1).http()))
                      && note.contains(number(cluster.node(2).http())));
    }
  }

  @Test
  @Tag("full")
  void shouldRunOverIpv6WithAContextPathAndWarnThatItTrustsAnyCertificate() throws IOException {
    Certificate others = Certificate.make(folder, "dns:somebody.else");
    try (StandInCluster cluster = ShortRuns.cluster(false);
        Front front =
            Front.tls(InetAddress.getByName("::1"), cluster.node(0), others, null, true)) {
      Cli cli =
          run(
              "[::1]:" + front.address().getPort(),
              "--yes --tls=http --insecure --context-path",
              Front.CONTEXT_PATH);

      RunRecord run = assertPass(cli);
      assertThat(run.target().nodes()).containsExactly("[::1]:" + front.address().getPort());
      assertThat(run.target().access().reached().insecure()).isTrue();
      assertThat(run.target().access().reached().contextPath()).isEqualTo(Front.CONTEXT_PATH);
      String warning = "INSECURE: no server's certificate was checked (--insecure).";
      assertThat(cli.err()).contains(warning);
      assertThat(cli.out()).contains(warning);
      assertThat(Files.readString(folder.resolve("run/report.html"))).contains("INSECURE: ");
    }
  }

  /** As a build does: without a terminal, on a cluster that is what the rows ask for. */
  @Test
  @Tag("full")
  void shouldEndAPlanOnAClusterOfOthersByItsBounds() throws IOException {
    Path plan = folder.resolve("staging.yaml");
    Files.writeString(
        plan,
        """
        question: Does it hold?
        cluster: {version: 1.4.1, nodes: 3, auth: true}
        load: {services: 8, beat: 1s, list: 1s, warmup: 1s, duration: 2s, registration-grace: 3s}
        criteria: {minWindowSeconds: 2, achievedShare: 0, beatP99Ms: 60000, lagP99Ms: 60000, gcPauseMs: 60000, contentionShare: 1}
        rounds:
          - {name: usual, loads: [{instances: 40}]}
          - {name: strict, criteria: {registerP50Ms: 0}, loads: [{instances: 40}]}
        """);
    try (StandInCluster cluster = ShortRuns.cluster(true)) {
      Cli cli =
          Cli.run(
              "plan",
              plan.toString(),
              "--target=" + ShortRuns.target(cluster),
              "--reconfigure-cmd=true",
              "--out=" + folder.resolve("plan"),
              "--",
              "--username=nacos");

      assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.FAIL);
      assertThat(cli.out()).contains("1 of 2 rows pass.");
    }
  }

  @Test
  @Tag("full")
  void shouldCallTheBalancerAndVerifyOnTheNamedNodes() throws IOException {
    try (StandInCluster cluster = ShortRuns.cluster(false);
        Front balancer = Front.balancing(cluster.nodes())) {
      Cli cli =
          run(
              ShortRuns.target(cluster),
              "--entry",
              number(balancer.address()),
              "--protocol http=0.5,grpc=0.5 --call-timeout 30s");

      RunRecord run = assertPass(cli);
      assertThat(run.target().access().reached().entry())
          .containsExactly(number(balancer.address()));
      assertThat(run.registry().byNode()).hasSize(3);
      for (int node = 0; node < 3; node++) {
        assertThat(balancer.accepted(node)).isGreaterThan(10);
      }
    }
  }

  @Test
  @Tag("full")
  void shouldRunThroughProxiesOverTlsWithCertificatesForTheNodesNames() throws IOException {
    Certificate servers = Certificate.make(folder, "dns:localhost");
    try (StandInCluster cluster = ShortRuns.cluster(false);
        Front front = Front.tls(LOOPBACK, cluster.node(0), servers, null, false)) {
      Cli cli =
          run(
              "localhost:" + front.address().getPort(),
              "--via",
              "proxy",
              "--protocol",
              "http=0.5,grpc=0.5",
              "--call-timeout",
              "30s",
              "--tls",
              "--tls-ca",
              servers.certificate().toString());

      RunRecord run = assertPass(cli);
      assertThat(run.target().via()).isEqualTo("proxy");
      assertThat(run.target().access().reached().tls()).isEqualTo("all");
      assertThat(run.operations()).containsKeys("beat.http", "beat.grpc");
    }
  }

  /** As a server of the same protocol that is not Nacos may have it. */
  private static Optional<FullHttpResponse> nothingForOperators(FullHttpRequest request) {
    String path = request.uri().replaceFirst("\\?.*", "");
    boolean hidden =
        Set.of(
                    Http.CLUSTER_NODES,
                    Http.OPERATOR_METRICS,
                    Http.CATALOG_SERVICES,
                    Http.NAMESPACES,
                    Http.PROMETHEUS)
                .contains(path)
            || path.startsWith(HttpV3.ADMIN);
    return hidden
        ? Optional.of(
            new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_FOUND))
        : Optional.empty();
  }

  @Test
  @Tag("full")
  void shouldTakeARegistryThatShowsOperatorsNothingAsItWasNamed() {
    try (StandInCluster cluster = ShortRuns.cluster(false);
        HttpProxy other =
            new HttpProxy(
                new InetSocketAddress(LOOPBACK, 0),
                cluster.node(0).http(),
                HttpProxySettings.DEFAULT,
                Optional.of(ReachIT::nothingForOperators))) {
      Cli cli = run(number(other.address()), "--yes");

      RunRecord run = assertPass(cli);
      assertThat(run.notes())
          .anyMatch(
              note ->
                  note.startsWith("The nodes were taken as they were named")
                      && note.contains(Http.CLUSTER_NODES));
      assertThat(cli.out()).contains("not checked were whether more exist");
    }
  }
}
