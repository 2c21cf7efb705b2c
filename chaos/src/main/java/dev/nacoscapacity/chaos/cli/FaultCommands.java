package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.HealTime;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.experiment.VersionChange;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.simulator.options.UsageException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The faults that have a command of their own. */
final class FaultCommands {

  private FaultCommands() {}

  /** The options for the nodes of a fault, and their number. */
  static final class FaultNodes {

    @Option(
        names = "--nodes",
        paramLabel = "N",
        description = "how many at once (default: 1, or as many as are named)")
    private Integer nodes;

    @Option(
        names = "--which",
        paramLabel = "leader|follower|random|NODE,…",
        defaultValue = "random",
        description = "which nodes (default: ${DEFAULT-VALUE})")
    private String which;

    private NodeChoice choice() {
      try {
        return NodeChoice.parse(which);
      } catch (IllegalArgumentException e) {
        throw new UsageException("--which", e);
      }
    }

    private int number(NodeChoice choice) {
      return nodes == null ? Math.max(1, choice.names().size()) : nodes;
    }

    /** A step with a fault of the node itself. */
    private Step step(FaultKind fault) {
      NodeChoice choice = choice();
      return Step.of(fault, number(choice), choice);
    }

    /** A step with a fault by a proxy. */
    private Step step(FaultKind fault, NetworkConditions conditions) {
      NodeChoice choice = choice();
      return new Step(fault, number(choice), choice, Duration.ZERO, conditions);
    }
  }

  /** The option for the duration of a fault. */
  static final class HealOption {

    @Option(
        names = "--heal-after",
        paramLabel = "TIME|end",
        defaultValue = HealTime.DEFAULT,
        converter = HealTime.class,
        description =
            "how long the fault lasts; end: until its effect was observed (default: ${DEFAULT-VALUE})")
    private Duration after;

    /** The duration; null to heal at the end of the observation. */
    Duration after() {
      return after;
    }
  }

  @Command(
      name = "kill-node",
      description = "Kills nodes (SIGKILL), as a power cut would, and starts them again.",
      footer = {
        "",
        "Example:",
        "  bin/chaos kill-node --target local --instances 500 --nodes 1 --heal-after 30s"
      })
  static final class KillNode extends FaultCommand {

    @Mixin private FaultNodes nodes;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return nodes.step(FaultKind.KILL);
    }

    @Override
    Duration healAfter() {
      return heal.after();
    }
  }

  @Command(
      name = "pause-node",
      description = "Freezes nodes with their connections open (SIGSTOP), and lets them go on.",
      footer = {
        "",
        "Example:",
        "  bin/chaos pause-node --target local --instances 500 --which leader --heal-after 30s"
      })
  static final class PauseNode extends FaultCommand {

    @Mixin private FaultNodes nodes;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return nodes.step(FaultKind.PAUSE);
    }

    @Override
    Duration healAfter() {
      return heal.after();
    }
  }

  @Command(
      name = "restart-node",
      description = "Kills nodes and starts them again without delay.",
      footer = {"", "Example:", "  bin/chaos restart-node --target local --instances 500"})
  static final class RestartNode extends FaultCommand {

    @Mixin private FaultNodes nodes;

    @Override
    Step step() {
      return nodes.step(FaultKind.KILL);
    }

    @Override
    Duration healAfter() {
      return Duration.ZERO;
    }
  }

  @Command(
      name = "rolling-restart",
      description =
          "Restarts every node, one at a time: the next when all members see the one before as UP.",
      footer = {"", "Example:", "  bin/chaos rolling-restart --target local --instances 500"})
  static final class RollingRestart extends FaultCommand {

    @Override
    Step step() {
      return Step.of(FaultKind.KILL, 1, NodeChoice.EACH);
    }

    @Override
    Duration healAfter() {
      return Duration.ZERO;
    }
  }

  @Command(
      name = "rolling-upgrade",
      description = {
        "Replaces every node of a local cluster by another version of the server, on the node's own "
            + "data, one at a time: the next when all members see the one before as UP; and looks whether namespaces, "
            + "users and configurations are still there.",
        "Also the way back, and paths that Nacos does not support. A cluster that is half upgraded is "
            + "upgraded to the end."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos rolling-upgrade --from 1.4.1 --to 2.0.4 --target local --instances 500"
      })
  static final class RollingUpgrade extends FaultCommand {

    @Option(
        names = "--from",
        paramLabel = "VERSION",
        required = true,
        description = "of the nodes now, or of those that are started if no local cluster runs")
    private ServerVersion from;

    @Option(
        names = "--to",
        paramLabel = "VERSION",
        required = true,
        description = "that replaces it, newer or older")
    private ServerVersion to;

    @Option(
        names = "--clients-follow",
        description =
            "once half of the nodes are replaced, all clients move to what --to speaks: to gRPC, or"
                + " back to HTTP where it is a 1.x; needs --protocol with shares, for example"
                + " http=1,grpc=0")
    private boolean clientsFollow;

    @Override
    Step step() {
      return Step.upgrade(new VersionChange(from, to, clientsFollow));
    }

    @Override
    Duration healAfter() {
      return Duration.ZERO;
    }
  }

  @Command(
      name = "slow-node",
      description =
          "Slows down what passes between clients and a node, by a proxy in front of it; "
              + "the nodes reach one another as before.",
      footer = {
        "",
        "Example:",
        "  bin/chaos slow-node --target local --instances 500 --latency 200ms --heal-after 60s"
      })
  static final class SlowNode extends FaultCommand {

    @Option(
        names = "--latency",
        paramLabel = "TIME",
        defaultValue = "200ms",
        description = "added to each direction (default: ${DEFAULT-VALUE})")
    private Duration latency;

    @Option(
        names = "--jitter",
        paramLabel = "TIME",
        defaultValue = "0ms",
        description = "up to so much more (default: ${DEFAULT-VALUE})")
    private Duration jitter;

    @Option(
        names = "--bandwidth",
        paramLabel = "BYTES",
        defaultValue = "0",
        description = "a second, of each connection and direction (default: 0, unlimited)")
    private long bandwidth;

    @Mixin private FaultNodes nodes;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return nodes.step(FaultKind.SLOW, NetworkConditions.slow(latency, jitter, bandwidth));
    }

    @Override
    Duration healAfter() {
      return heal.after();
    }
  }

  @Command(
      name = "blackhole-node",
      description =
          "Lets a node stop answering its clients, by a proxy in front of it: their connections stay "
              + "open, or are reset; the nodes reach one another as before.",
      footer = {
        "",
        "Example:",
        "  bin/chaos blackhole-node --target local --instances 500 --heal-after 60s"
      })
  static final class BlackholeNode extends FaultCommand {

    @Option(names = "--reset", description = "reset connections instead of leaving them open")
    private boolean reset;

    @Mixin private FaultNodes nodes;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return reset
          ? nodes.step(FaultKind.RESET, NetworkConditions.RESET)
          : nodes.step(FaultKind.BLACKHOLE, NetworkConditions.BLACKHOLE);
    }

    @Override
    Duration healAfter() {
      return heal.after();
    }
  }

  @Command(
      name = "partition",
      description = {
        "Cuts nodes off from the others: nothing passes between the two sides, and clients reach both.",
        "Needs a cluster that was started with bin/nacos-cluster up --network-per-node."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos partition --target local --instances 500 --nodes 2 --heal-after 60s"
      })
  static final class Partition extends FaultCommand {

    @Mixin private FaultNodes nodes;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return nodes.step(FaultKind.PARTITION);
    }

    @Override
    Duration healAfter() {
      return heal.after();
    }
  }
}
