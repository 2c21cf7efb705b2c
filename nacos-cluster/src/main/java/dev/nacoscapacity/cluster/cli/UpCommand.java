package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Distribution;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.Tuning;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.core.cli.ChoiceConverter;
import dev.nacoscapacity.core.cli.OnOff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "up",
    description = "Starts a cluster and returns when it is ready; the cluster runs until 'down'.",
    footer = {
      "",
      "Example:",
      "  bin/nacos-cluster up --nacos-version 1.4.1 --nodes 5 --auth --set server.tomcat.max-threads=400"
    })
final class UpCommand implements Callable<Integer> {

  private static final String STAND_IN_HEAP = "128m";

  /** Only the C1 compiler: a node needs less than half the CPU to start, but stays slower. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  @ParentCommand private Main main;

  /** Also says how to run a version that is not among the choices. */
  static final class VersionConverter implements ITypeConverter<ServerVersion> {

    private final ChoiceConverter<ServerVersion> choices =
        new ChoiceConverter<>(ServerVersion.class);

    @Override
    public ServerVersion convert(String text) {
      try {
        return choices.convert(text);
      } catch (TypeConversionException e) {
        throw new TypeConversionException(e.getMessage() + "; other versions by --home");
      }
    }
  }

  /** The options for the server that the nodes run. */
  static final class ServerOptions {

    @Option(
        names = "--nacos-version",
        paramLabel = "VERSION",
        converter = VersionConverter.class,
        description = "one of ${COMPLETION-CANDIDATES}, the stand-in (default: 1.4.1)")
    private ServerVersion version;

    @Option(
        names = "--home",
        paramLabel = "DIR",
        description =
            "run the server of an official distribution of any version, from 1.4.0 on: its folder,"
                + " which has target/nacos-server.jar, or its .zip. Only its classes are used, no"
                + " configuration or data")
    private Path home;

    ClusterSpec spec(int nodes) {
      return home == null
          ? ClusterSpec.of(version == null ? ServerVersion.V1_4_1 : version, nodes)
          : ClusterSpec.of(Distribution.at(home), nodes);
    }
  }

  @ArgGroup private ServerOptions server = new ServerOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "5",
      description = "how many (default: 5)")
  private int nodes;

  @Option(names = "--auth", description = "calls need a token")
  private boolean auth;

  @Option(
      names = "--auth-cache",
      defaultValue = "off",
      paramLabel = "on|off",
      description = "nodes remember verified tokens (default: off)")
  private OnOff authCache;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "largest heap of a node (default: "
              + ClusterSpec.DEFAULT_HEAP
              + "; a stand-in's "
              + STAND_IN_HEAP
              + ")")
  private String heap;

  @Option(
      names = "--tuning",
      paramLabel = "default|published",
      defaultValue = "default",
      description =
          "published: G1 with a 100 ms pause goal, 4000 Tomcat threads, 200 spare, "
              + "permissions cached (default: default)")
  private Tuning tuning;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = {
        "a line of application.properties; may be repeated. Secrets are hidden in output and"
            + " records; keep them off this command line, too: up @FILE reads arguments from a"
            + " file.",
        "The stand-in has stand-in.v1: how much of HTTP v1 it has beside v3, full, clients (the"
            + " rest is answered 410, as by 3.1), off or removed (404, as by 3.2)"
      })
  private Map<String, String> settings = Map.of();

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = {
        "an argument for a node's JVM; may be repeated. Not for secrets: all users would see them.",
        "@/PATH is a file of such arguments"
      })
  private List<String> jvmArgs = List.of();

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      defaultValue = "" + ClusterSpec.DEFAULT_BASE_PORT,
      description = "HTTP port of node1, the next ones 10 apart (default: ${DEFAULT-VALUE})")
  private int basePort;

  @Option(
      names = "--quick",
      description = "start with less work, for tests: measurements of such a cluster mean nothing")
  private boolean quick;

  @Option(
      names = "--network-per-node",
      description =
          "nodes get a network namespace each, so that bin/chaos partition can cut them off from"
              + " one another; needs root. The nodes cannot be reached from outside this machine")
  private boolean networkPerNode;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "the cores of each node's machine, 16 or 0.3 for example. Where this machine has too few,"
              + " time runs slower under load, for nodes and tools alike; needs root and control"
              + " groups (default: nodes share this machine's)")
  private Double cores;

  @Option(
      names = "--time-dilation",
      paramLabel = "N",
      description =
          "how many times slower time runs under load (default: as the nodes need with a third of"
              + " their cores busy)")
  private Double dilation;

  @Override
  public Integer call() {
    ClusterSpec spec = spec();
    long start = System.nanoTime();
    Cluster cluster = main.starting(() -> main.clusters().up(spec));
    main.out()
        .printf(
            "%s of %s%s, auth %s, ready after %.1f s: %s%n",
            ClusterSpec.counted(spec.nodes()),
            spec.server(),
            Main.processors(spec),
            spec.auth() ? "on" : "off",
            Main.secondsSince(start),
            String.join(",", cluster.spec().addresses()));
    return 0;
  }

  private String heap(ServerVersion version) {
    if (heap != null) {
      return heap;
    }
    return version.real() ? ClusterSpec.DEFAULT_HEAP : STAND_IN_HEAP;
  }

  private ClusterSpec spec() {
    try {
      ClusterSpec spec = server.spec(nodes);
      if (!spec.version().real()) {
        StandInSettings.of(settings);
      }
      spec =
          spec.withAuth(auth)
              .withAuthCache(authCache == OnOff.ON)
              .withHeap(heap(spec.version()))
              .withTuning(tuning)
              .withBasePort(basePort)
              .withNetworkPerNode(networkPerNode);
      if (cores != null) {
        spec = spec.withCores(cores);
      }
      if (dilation != null) {
        spec = spec.withDilation(dilation);
      }
      spec = spec.withMore(settings, jvmArgs);
      return quick ? spec.withJvmArg(QUICK) : spec;
    } catch (IllegalArgumentException e) {
      throw main.usage(e.getMessage());
    }
  }
}
