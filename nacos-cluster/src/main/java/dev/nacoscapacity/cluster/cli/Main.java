package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.text.Language;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code nacos-cluster}, and those of its subcommands that have no options. */
@Command(
    name = "nacos-cluster",
    description = "Starts a Nacos cluster on this machine, breaks it, heals it and takes it down.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Example:",
      "  bin/nacos-cluster up --nacos-version 1.4.1 --nodes 5 --auth",
      "",
      "Exit codes: 0 done, 2 it cannot be done, 64 wrong usage, 70 internal error; 'status' exits "
          + "with 1 when a node is not UP or misses a class."
    })
public final class Main {

  private static final String NODES = "node1, node2, …";
  private static final int MAX_STARTS = 4;
  private static final long START_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(3);
  private static final long POLL_MILLIS = 300;

  private final LocalClusters clusters;
  private final PrintStream err;
  @Spec private CommandSpec spec;

  private Main(LocalClusters clusters, PrintStream err) {
    this.clusters = clusters;
    this.err = err;
  }

  public static void main(String[] args) {
    Conventions.exit(Main::commandLine, args);
  }

  /** The command line, for programs that embed it. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    long start = System.nanoTime();
    return commandLine(
        LocalClusters.here(message -> err.printf("%6.1f s  %s%n", secondsSince(start), message)),
        out,
        err);
  }

  static CommandLine commandLine(LocalClusters clusters, PrintStream out, PrintStream err) {
    return Conventions.apply(
        new CommandLine(new Main(clusters, err))
            .addSubcommand(new UpCommand())
            .addSubcommand(new StatusCommand())
            .addSubcommand(new LogsCommand()),
        out,
        err);
  }

  @Command(
      name = "install",
      description = "Fetches the server of a version ahead: a later 'up' needs no network.",
      footer = {"", "Example:", "  bin/nacos-cluster install 2.5.0"})
  int install(
      @Parameters(
              paramLabel = "VERSION",
              converter = UpCommand.VersionConverter.class,
              description = "one of ${COMPLETION-CANDIDATES}")
          ServerVersion version) {
    if (version.real()) {
      clusters.install(version);
    }
    out().printf("Nacos %s is installed%n", version);
    return 0;
  }

  @Command(
      name = "kill",
      description = "Kills a node (SIGKILL), as a power cut would.",
      footer = {"", "Example:", "  bin/nacos-cluster kill node3"})
  int kill(@Parameters(paramLabel = "NODE", description = NODES) String name) {
    return change(name, Node::kill, "is killed; start it again with 'start' or 'heal'");
  }

  @Command(
      name = "pause",
      description = "Freezes a node with its connections open (SIGSTOP).",
      footer = {"", "Example:", "  bin/nacos-cluster pause node3"})
  int pause(@Parameters(paramLabel = "NODE", description = NODES) String name) {
    return change(name, Node::pause, "is paused; resume it with 'resume' or 'heal'");
  }

  @Command(
      name = "resume",
      description = "Resumes a paused node (SIGCONT).",
      footer = {"", "Example:", "  bin/nacos-cluster resume node3"})
  int resume(@Parameters(paramLabel = "NODE", description = NODES) String name) {
    return change(name, Node::resume, "is resumed");
  }

  private int change(String name, Consumer<Node> change, String result) {
    change.accept(node(name));
    out().println(name + " " + result);
    return 0;
  }

  @Command(
      name = "start",
      description = "Starts a node that is down and returns when it is UP.",
      footer = {"", "Example:", "  bin/nacos-cluster start node3"})
  int start(@Parameters(paramLabel = "NODE", description = NODES) String name)
      throws InterruptedException {
    Node node = node(name);
    long begin = System.nanoTime();
    int starts = 0;
    for (NodeState state = node.state(); state != NodeState.UP; state = node.state()) {
      if (state == NodeState.PAUSED) {
        throw new ClusterException(name + " is paused: resume it with 'resume'");
      }
      boolean down = state == NodeState.DOWN;
      if (System.nanoTime() - begin > START_TIMEOUT_NANOS || down && starts == MAX_STARTS) {
        if (down) {
          // A server that has given up may still run.
          node.kill();
        }
        throw new ClusterException(name + " does not come UP: see bin/nacos-cluster logs " + name);
      }
      if (down) {
        starts++;
        node.start();
      }
      Thread.sleep(POLL_MILLIS);
    }
    out().printf("%s is UP after %.1f s%n", name, secondsSince(begin));
    return 0;
  }

  @Command(
      name = "heal",
      description =
          "Resumes paused nodes, starts dead ones, reconnects those that are cut off, and returns"
              + " when the cluster is ready.",
      footer = {"", "Example:", "  bin/nacos-cluster heal"})
  int heal() throws IOException {
    Cluster cluster = cluster();
    long begin = System.nanoTime();
    try (FileChannel claim = clusters.claimNodes()) {
      starting(
          () -> {
            cluster.start();
            return cluster;
          });
      clusters.faults().clear();
    }
    out()
        .printf(
            "%s ready after %.1f s%n",
            ClusterSpec.counted(cluster.nodes().size()), secondsSince(begin));
    return 0;
  }

  @Command(
      name = "down",
      description = "Stops every node; the logs stay until the next 'up'.",
      footer = {"", "Example:", "  bin/nacos-cluster down"})
  int down() {
    Optional<Cluster> cluster = clusters.find();
    cluster.ifPresent(Cluster::close);
    out()
        .println(
            cluster
                .map(stopped -> stopped.nodes().size())
                .map(nodes -> ClusterSpec.counted(nodes) + (nodes == 1 ? " is down" : " are down"))
                .orElse("there is no cluster to take down"));
    return 0;
  }

  LocalClusters clusters() {
    return clusters;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  Cluster cluster() {
    return clusters
        .find()
        .orElseThrow(
            () -> new ClusterException("there is no cluster: start one with bin/nacos-cluster up"));
  }

  Node node(String name) {
    Cluster cluster = cluster();
    return cluster.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                usage(
                    "there is no '%s': the nodes are %s"
                        .formatted(
                            name,
                            cluster.nodes().stream()
                                .map(Node::name)
                                .collect(Collectors.joining(" ")))));
  }

  /** Wrong usage of the command that runs, whose help the message names. */
  ParameterException usage(String message) {
    ParseResult command = spec.commandLine().getParseResult();
    while (command.hasSubcommand()) {
      command = command.subcommand();
    }
    return new ParameterException(command.commandSpec().commandLine(), message);
  }

  /**
   * Starts nodes; a signal interrupts that, and what was started is ended.
   *
   * @throws ClusterException when it fails, or when a signal came, even if the nodes started
   */
  <T> T starting(Supplier<T> start) {
    AtomicBoolean stopped = new AtomicBoolean();
    T started;
    try (ShutdownSignals signals =
        ShutdownSignals.open(
            err,
            Language.ENGLISH,
            signal -> stopped.set(true),
            "; nodes may still run: bin/nacos-cluster down ends them")) {
      started = signals.whileOpening(start);
    } catch (RuntimeException e) {
      if (!stopped.get()) {
        throw e;
      }
      ClusterException interrupted = new ClusterException("interrupted");
      interrupted.addSuppressed(e);
      throw interrupted;
    }
    if (stopped.get()) {
      throw new ClusterException("interrupted");
    }
    return started;
  }

  /** How many processors each node may use, unless all. */
  static String processors(ClusterSpec spec) {
    return spec.cores().map(", %s cores each"::formatted).orElse("");
  }

  static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
