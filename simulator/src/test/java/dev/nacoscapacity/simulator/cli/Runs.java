package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What short runs on a stand-in have in common. */
final class Runs {

  private Runs() {}

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

  /** How many instances of a run a node still knows. */
  static int registered(EmbeddedCluster cluster, int node, String servicePrefix) {
    AdminClient admin = AdminClient.of(cluster.node(node).http(), Duration.ofSeconds(5));
    if (cluster.spec().auth()) {
      admin = admin.withToken(admin.login("nacos", "nacos"));
    }
    return admin.services("capacity").stream()
        .filter(service -> service.service().contains(servicePrefix))
        .mapToInt(ServiceCount::instances)
        .sum();
  }
}
