package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
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

/** The faults that are commands. */
final class FaultCommands {

  private FaultCommands() {}

  /** Which nodes a fault is done to. */
  static final class WhichOption {

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

    /** As many as are named, or one. */
    private int named() {
      return Math.max(1, choice().names().size());
    }

    /** A fault of the node itself; of as many as are named unless a number was asked for. */
    private Step step(FaultKind fault, Integer nodes) {
      return Step.of(fault, nodes == null ? named() : nodes, choice());
    }

    /** A fault by proxy. */
    private Step step(FaultKind fault, NetworkConditions conditions) {
      return new Step(fault, named(), choice(), Duration.ZERO, conditions);
    }
  }

  /** How long a fault lasts that leaves the node itself alone. */
  static final class HealOption {

    @Option(
        names = "--heal-after",
        paramLabel = "TIME",
        defaultValue = "60s",
        description = "how long it lasts (default: ${DEFAULT-VALUE})")
    private Duration after;
  }

  @Command(
      name = "kill-node",
      description = "Ends nodes at once (SIGKILL), as a power cut would, and starts them again.",
      footer = {
        "",
        "Example:",
        "  bin/chaos kill-node --target local --instances 500 --kill 1 --restart-after 30s"
      })
  static final class KillNode extends FaultCommand {

    @Option(
        names = "--kill",
        paramLabel = "N",
        description = "how many at once (default: 1, or as many as are named)")
    private Integer kill;

    @Option(
        names = "--restart-after",
        paramLabel = "TIME",
        description = "start them again then (default: when the survivors were observed)")
    private Duration restartAfter;

    @Mixin private WhichOption which;

    @Override
    Step step() {
      return which.step(FaultKind.KILL, kill);
    }

    @Override
    Duration healAfter() {
      return restartAfter;
    }
  }

  @Command(
      name = "pause-node",
      description = "Freezes nodes with their connections open (SIGSTOP), and lets them go on.",
      footer = {
        "",
        "Example:",
        "  bin/chaos pause-node --target local --instances 500 --which leader --resume-after 30s"
      })
  static final class PauseNode extends FaultCommand {

    @Option(
        names = "--pause",
        paramLabel = "N",
        description = "how many at once (default: 1, or as many as are named)")
    private Integer pause;

    @Option(
        names = "--resume-after",
        paramLabel = "TIME",
        description = "let them go on then (default: when the others were observed)")
    private Duration resumeAfter;

    @Mixin private WhichOption which;

    @Override
    Step step() {
      return which.step(FaultKind.PAUSE, pause);
    }

    @Override
    Duration healAfter() {
      return resumeAfter;
    }
  }

  @Command(
      name = "restart-node",
      description = "Ends one node at once and starts it again without delay.",
      footer = {"", "Example:", "  bin/chaos restart-node --target local --instances 500"})
  static final class RestartNode extends FaultCommand {

    @Mixin private WhichOption which;

    @Override
    Step step() {
      return which.step(FaultKind.KILL, 1);
    }

    @Override
    Duration healAfter() {
      return Duration.ZERO;
    }
  }

  @Command(
      name = "rolling-restart",
      description = "Restarts every node, each when the one before is UP in every member's eyes.",
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
        "Replaces every node of a local cluster by another version of the server, on the node's own",
        "data, each when the one before is UP in every member's eyes; and looks whether namespaces,",
        "users and configurations are still there. Also the way back, and paths that Nacos does not",
        "support. A cluster that is half upgraded is upgraded to the end."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos rolling-upgrade --from 1.4.1 --to 2.2.4 --target local --instances 500"
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
      description = {
        "Slows down what passes between clients and a node, by a proxy in front of it;",
        "the nodes reach one another as before."
      },
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

    @Mixin private WhichOption which;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return which.step(FaultKind.SLOW, NetworkConditions.slow(latency, jitter, bandwidth));
    }

    @Override
    Duration healAfter() {
      return heal.after;
    }
  }

  @Command(
      name = "blackhole-node",
      description = {
        "Lets a node stop answering its clients, by a proxy in front of it: their connections stay",
        "open, or are reset; the nodes reach one another as before."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos blackhole-node --target local --instances 500 --heal-after 60s"
      })
  static final class BlackholeNode extends FaultCommand {

    @Option(names = "--reset", description = "reset connections instead of leaving them open")
    private boolean reset;

    @Mixin private WhichOption which;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return reset
          ? which.step(FaultKind.RESET, NetworkConditions.RESET)
          : which.step(FaultKind.BLACKHOLE, NetworkConditions.BLACKHOLE);
    }

    @Override
    Duration healAfter() {
      return heal.after;
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
        "  bin/chaos partition --target local --instances 500 --isolate 2 --heal-after 60s"
      })
  static final class Partition extends FaultCommand {

    @Option(
        names = "--isolate",
        paramLabel = "N",
        description = "how many are on one side (default: 1, or as many as are named)")
    private Integer isolate;

    @Mixin private WhichOption which;
    @Mixin private HealOption heal;

    @Override
    Step step() {
      return which.step(FaultKind.PARTITION, isolate);
    }

    @Override
    Duration healAfter() {
      return heal.after;
    }
  }
}
