package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.StandIns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What short runs on a stand-in have in common. */
final class ShortRuns {

  private ShortRuns() {}

  /** Three nodes that serve already, to be closed. */
  static StandInCluster cluster(boolean auth) {
    return StandIns.start(3, auth);
  }

  /** The value of {@code --target} for all nodes of a cluster. */
  static String target(StandInCluster cluster) {
    return cluster.nodes().stream()
        .map(node -> "127.0.0.1:" + node.http().getPort())
        .collect(Collectors.joining(","));
  }

  /**
   * Bounds under which a short run passes on a machine that stalls: nothing is asked of rates and
   * times. What the registry loses still fails it.
   */
  static final String UNHURRIED =
      "window>=2s,achieved>=0%,beat.p99<=1m,lag.p99<=1m,gcPause<=1m,contention<=100%";

  /** A quick fleet, over in seconds, which passes unless something else is asked for. */
  static List<String> quick(String target, Path out, String... more) {
    List<String> args = new ArrayList<>(List.of("--target", target, "--out", out.toString()));
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put("--instances", "40");
    defaults.put("--services", "8");
    defaults.put("--beat", "1s");
    defaults.put("--list", "1s");
    defaults.put("--warmup", "1s");
    defaults.put("--duration", "2s");
    defaults.put("--registration-grace", "3s");
    defaults.put("--threshold", UNHURRIED);
    List<String> others = Cli.words(more);
    others.forEach(defaults::remove);
    defaults.forEach((option, value) -> args.addAll(List.of(option, value)));
    args.addAll(others);
    return args;
  }

  /** A run that passed, with nothing to say against it. */
  static void assertPass(RunRecord run, int exitCode) {
    assertThat(run.verdict().reasons()).isEmpty();
    assertThat(run.verdict().status()).isEqualTo(Status.PASS);
    assertThat(exitCode).isZero();
  }

  /** A whole run whose calls all succeeded, and which printed so. */
  static void assertPass(Cli cli, RunRecord run) {
    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isZero();
    assertPass(run, cli.exitCode());
    assertThat(run.interrupted()).isFalse();
    assertThat(run.guardStop()).isNull();
    assertThat(run.registry().complete()).isTrue();
    assertThat(run.operations().values())
        .allSatisfy(operation -> assertThat(operation.failed()).isEmpty());
    assertThat(cli.out()).contains("PASS (exit code 0)");
  }

  /** Asks a node, with patience for a machine that stalls. */
  static AdminClient admin(StandInCluster cluster, int node) {
    return AdminClient.of(cluster.node(node).http(), Duration.ofSeconds(30));
  }

  /** Registers a service of others, until each node knows it. */
  static AdminClient registerOrders(StandInCluster cluster) {
    AdminClient others = admin(cluster, 0);
    others.register("public", "orders", "127.0.0.1", 8080);
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(AdminException.class)
        .until(
            () ->
                IntStream.range(0, cluster.nodes().size())
                    .mapToObj(node -> admin(cluster, node))
                    .noneMatch(admin -> admin.instances("public", "orders").isEmpty()));
    return others;
  }

  /** How many instances of a run a node still knows. */
  static int registered(StandInCluster cluster, int node, String servicePrefix) {
    AdminClient admin = admin(cluster, node);
    if (cluster.spec().auth()) {
      admin = admin.withToken(admin.login("nacos", "nacos"));
    }
    return admin.listing("capacity").services().stream()
        .filter(service -> service.service().contains(servicePrefix))
        .mapToInt(ServiceCount::instances)
        .sum();
  }

  /** Waits until no node knows any instance of a run, and asks again where a node was silent. */
  static void untilNothingIsRegistered(StandInCluster cluster, int seconds, String servicePrefix) {
    await()
        .atMost(Duration.ofSeconds(seconds))
        .ignoreException(AdminException.class)
        .untilAsserted(
            () -> {
              for (int node = 0; node < cluster.nodes().size(); node++) {
                assertThat(registered(cluster, node, servicePrefix)).isZero();
              }
            });
  }
}
