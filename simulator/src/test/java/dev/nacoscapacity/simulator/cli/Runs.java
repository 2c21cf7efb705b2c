package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import dev.nacoscapacity.cluster.embedded.EmbeddedSettings;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What short runs on a stand-in have in common. */
final class Runs {

  private Runs() {}

  /** Three nodes that serve already, to be closed. */
  static EmbeddedCluster cluster(boolean auth) {
    EmbeddedCluster cluster =
        new EmbeddedCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 3).withAuth(auth),
            EmbeddedSettings.defaults().withFreePorts());
    cluster.start();
    return cluster;
  }

  /** The value of {@code --target} for all nodes of a cluster. */
  static String target(EmbeddedCluster cluster) {
    return cluster.nodes().stream()
        .map(node -> "127.0.0.1:" + node.http().getPort())
        .collect(Collectors.joining(","));
  }

  /** A quick fleet, over in seconds: what its verdict says of the window's length is true. */
  static List<String> quick(String target, Path out, String... more) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("--instances", "40", "--services", "8", "--beat", "1s", "--list", "1s"));
    args.addAll(List.of("--warmup", "1s"));
    if (!List.of(more).contains("--duration")) {
      args.addAll(List.of("--duration", "2s"));
    }
    args.addAll(List.of("--target", target, "--out", out.toString()));
    args.addAll(List.of(more));
    return args;
  }

  /**
   * A quick run's window is shorter than a pass needs. Nothing else may be wrong, but that a busy
   * machine was late; the exit code says which of the two weighs more.
   */
  static void assertOnlyShortOrLate(RunRecord run, int exitCode) {
    Verdict verdict = run.verdict();
    assertThat(exitCode).isEqualTo(verdict.status().exitCode());
    assertThat(verdict.reasons())
        .allMatch(reason -> isShortWindow(reason) || isLateness(reason))
        .anyMatch(Runs::isShortWindow);
  }

  private static boolean isShortWindow(Reason reason) {
    return reason.code().equals("shortWindow");
  }

  private static boolean isLateness(Reason reason) {
    return switch (reason.severity()) {
      case LATENCY, RATE, CAUSE -> true;
      case GENERATOR -> !reason.code().equals("generatorLimited");
      default -> false;
    };
  }

  /** Asks a node, with patience for a machine that stalls. */
  static AdminClient admin(EmbeddedCluster cluster, int node) {
    return AdminClient.of(cluster.node(node).http(), Duration.ofSeconds(30));
  }

  /** How many instances of a run a node still knows. */
  static int registered(EmbeddedCluster cluster, int node, String servicePrefix) {
    AdminClient admin = admin(cluster, node);
    if (cluster.spec().auth()) {
      admin = admin.withToken(admin.login("nacos", "nacos"));
    }
    return admin.services("capacity").stream()
        .filter(service -> service.service().contains(servicePrefix))
        .mapToInt(ServiceCount::instances)
        .sum();
  }

  /** Waits until no node knows any instance of a run, and asks again where a node was silent. */
  static void untilNothingIsRegistered(EmbeddedCluster cluster, int seconds, String servicePrefix) {
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
