package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.Certificate;
import dev.nacoscapacity.simulator.Front;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
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
          .extracting(Message::text)
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

  /** A gateway that shows operators nothing, or a server of the same protocol that is not Nacos. */
  private static HttpServer hidingOperations(InetSocketAddress node) throws IOException {
    Set<String> hidden =
        Set.of(
            Http.CLUSTER_NODES,
            Http.OPERATOR_METRICS,
            Http.CATALOG_SERVICES,
            Http.NAMESPACES,
            Http.PROMETHEUS);
    HttpClient client = HttpClient.newHttpClient();
    HttpServer server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          int status = 404;
          byte[] body = {};
          if (!hidden.contains(path) && !path.startsWith(HttpV3.ADMIN)) {
            HttpResponse<byte[]> answer = passedOn(exchange, node, client);
            status = answer.statusCode();
            body = answer.body();
          }
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static HttpResponse<byte[]> passedOn(
      HttpExchange exchange, InetSocketAddress node, HttpClient client) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://" + number(node) + exchange.getRequestURI().toASCIIString()))
            .method(
                exchange.getRequestMethod(),
                HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"))
        .ifPresent(type -> request.header("Content-Type", type));
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  @Tag("full")
  void shouldTakeARegistryThatShowsOperatorsNothingAsItWasNamed() throws IOException {
    try (StandInCluster cluster = ShortRuns.cluster(false)) {
      HttpServer other = hidingOperations(cluster.node(0).http());
      Cli cli = run(number(other.getAddress()), "--yes");
      other.stop(0);

      RunRecord run = assertPass(cli);
      assertThat(run.notes())
          .extracting(Message::text)
          .anyMatch(
              note ->
                  note.startsWith("The nodes were taken as they were named")
                      && note.contains(Http.CLUSTER_NODES));
      assertThat(cli.out()).contains("not checked were whether more exist");
    }
  }
}
