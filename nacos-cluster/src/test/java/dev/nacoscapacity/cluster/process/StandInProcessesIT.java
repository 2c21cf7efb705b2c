package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.InstanceView;
import dev.nacoscapacity.cluster.protocol.Http;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A stand-in whose two nodes have a process each. */
@Execution(ExecutionMode.CONCURRENT)
class StandInProcessesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(240);
  private static final int SERVICES = 8;
  private static final String CONFIG = Http.CONFIGS + "?dataId=app.yaml&group=G";

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void shouldShareWhatIsWrittenAndBreakOneNodeAtATime() throws Exception {
    List<Long> pids;
    ClusterSpec spec =
        ClusterSpec.of(ServerVersion.EMBEDDED, 2)
            .withHeap("64m")
            .withJvmArg("-XX:TieredStopAtLevel=1");
    try (Cluster cluster = StandInProcesses.start(spec, line -> {})) {
      Node first = cluster.nodes().get(0);
      Node second = cluster.nodes().get(1);
      pids = cluster.nodes().stream().map(node -> node.pid().orElseThrow()).toList();
      assertThat(pids).doesNotHaveDuplicates();

      // Of several services each node owns some, so that writes are forwarded both ways.
      IntStream.range(0, SERVICES).forEach(i -> register(first, i));
      write(first, CONFIG + "&content=a", "true");
      cluster.nodes().forEach(this::awaitAll);
      awaitConfig(second);

      second.kill();
      assertThat(second.state()).isEqualTo(NodeState.DOWN);
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> admin(first).members().stream().filter(member -> !member.up()).count() == 1);

      // Long enough before its instances expire: it loads what the other one knows.
      second.start();
      awaitAll(second);
      awaitConfig(second);

      second.pause();
      await().atMost(PATIENCE).until(() -> second.state() == NodeState.PAUSED);
      second.resume();
      await().atMost(PATIENCE).until(() -> second.state() == NodeState.UP);
    }
    assertThat(pids).allMatch(pid -> ProcessTable.SYSTEM.identify(pid).isEmpty());
  }

  @Test
  void shouldLeaveTheLogThatItNamesWhenANodeDoesNotStart() {
    ClusterSpec spec = ClusterSpec.of(ServerVersion.EMBEDDED, 1).withJvmArg("-XX:+NoSuchOption");

    String failure =
        catchThrowableOfType(ClusterException.class, () -> StandInProcesses.start(spec, line -> {}))
            .getMessage();

    Path log = Path.of(failure.replaceFirst(".*: see ", ""));
    assertThat(log).content().contains("NoSuchOption");
    StateFolder folder = new StateFolder(log.getParent().getParent().getParent());
    assertThat(folder.tokenKey()).isEmpty();
    folder.remove();
  }

  private static AdminClient admin(Node node) {
    return AdminClient.of(node.http(), Duration.ofSeconds(30));
  }

  /** They do not expire while the test runs. */
  private void register(Node node, int service) {
    write(
        node,
        Http.INSTANCE + "?ip=198.18.0.1&port=1&ephemeral=false&serviceName=s" + service,
        "ok");
  }

  /** On a busy machine the node that a write is forwarded to may be too late. */
  private void write(Node node, String path, String answer) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(call(node, "POST", path)).isEqualTo(answer));
  }

  private void awaitAll(Node node) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(IntStream.range(0, SERVICES))
                    .allSatisfy(
                        i ->
                            assertThat(admin(node).instances("public", "s" + i))
                                .containsExactly(new InstanceView("198.18.0.1", 1, true))));
  }

  private void awaitConfig(Node node) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(call(node, "GET", CONFIG)).isEqualTo("a"));
  }

  private String call(Node node, String method, String path) {
    URI uri = URI.create("http://127.0.0.1:" + node.http().getPort() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
