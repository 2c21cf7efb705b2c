package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Profile;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.embedded.http.ServiceTime;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "up",
    description = "Starts a cluster and returns when it is ready; it runs on until 'down'.",
    footer = {
      "",
      "Example:",
      "  bin/nacos-cluster up --version 1.4.1 --nodes 5 --auth --set server.tomcat.max-threads=400"
    })
final class UpCommand extends ClusterCommand {

  /** Written {@code on} and {@code off} on the command line. */
  enum Switch {
    on,
    off
  }

  /** C1 only: a node starts with under half the work and is slower ever after. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  @Option(
      names = "--version",
      defaultValue = "1.4.1",
      description = "1.4.1, 2.2.4 or embedded, the stand-in (default: ${DEFAULT-VALUE})")
  private ServerVersion version;

  @Option(names = "--nodes", defaultValue = "5", description = "how many (default: 5)")
  private int nodes;

  @Option(names = "--auth", description = "calls need a token")
  private boolean auth;

  @Option(
      names = "--auth-cache",
      defaultValue = "off",
      description = "on or off: cache verified tokens (default: off)")
  private Switch authCache;

  @Option(
      names = "--heap",
      defaultValue = ClusterSpec.DEFAULT_HEAP,
      description = "largest heap of a node (default: ${DEFAULT-VALUE})")
  private String heap;

  @Option(
      names = "--profile",
      defaultValue = "default",
      description = {
        "default or published: G1 with a 100 ms pause goal, 4000 Tomcat threads, 200 spare,",
        "permissions cached (default: default)"
      })
  private Profile profile;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = {
        "a line of application.properties; may be repeated. Secrets are hidden where it is shown or",
        "recorded; keep them off this command line, too: up @FILE reads arguments from a file.",
        "The stand-in knows stand-in.service-ms and stand-in.threads: each node then serves",
        "threads x 1000 / service-ms requests a second"
      })
  private Map<String, String> settings = Map.of();

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = {
        "an argument for a node's JVM, without a secret, which all would see; may be repeated.",
        "@/PATH is a file of such arguments"
      })
  private List<String> jvmArgs = List.of();

  @Option(
      names = "--base-port",
      defaultValue = "" + ClusterSpec.DEFAULT_BASE_PORT,
      description = "HTTP port of node1, the next ones 10 apart (default: ${DEFAULT-VALUE})")
  private int basePort;

  @Option(
      names = "--quick",
      description = "start with less work, for tests: the figures of such a cluster mean nothing")
  private boolean quick;

  @Option(
      names = "--process-per-node",
      description = "a stand-in's nodes get a process each, to be killed and paused alone")
  private boolean processPerNode;

  @Option(
      names = "--network-per-node",
      description = {
        "nodes get a network namespace each, to be cut off from one another by bin/chaos partition;",
        "takes root. Nobody outside this machine reaches them"
      })
  private boolean networkPerNode;

  UpCommand(LocalClusters clusters) {
    super(clusters);
  }

  @Override
  public Integer call() {
    ClusterSpec asked = asked();
    long start = System.nanoTime();
    Cluster cluster = Interrupts.guard(() -> clusters().up(asked));
    out()
        .printf(
            "%d nodes of %s, auth %s, ready after %.1f s: %s%n",
            asked.nodes(),
            asked.version(),
            asked.auth() ? "on" : "off",
            secondsSince(start),
            cluster.nodes().stream()
                .map(node -> node.http().getHostString() + ":" + node.http().getPort())
                .collect(Collectors.joining(",")));
    return 0;
  }

  private ClusterSpec asked() {
    try {
      if (version == ServerVersion.EMBEDDED) {
        ServiceTime.of(settings);
      }
      ClusterSpec asked =
          ClusterSpec.of(version, nodes)
              .withAuth(auth)
              .withAuthCache(authCache == Switch.on)
              .withHeap(heap)
              .withProfile(profile)
              .withBasePort(basePort)
              .withProcessPerNode(processPerNode)
              .withNetworkPerNode(networkPerNode);
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        asked = asked.withSetting(setting.getKey(), setting.getValue());
      }
      for (String arg : jvmArgs) {
        asked = asked.withJvmArg(arg);
      }
      return quick ? asked.withJvmArg(QUICK) : asked;
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
  }
}
