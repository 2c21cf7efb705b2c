package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.FaultOptions;
import dev.nacoscapacity.chaos.experiment.HealTime;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The faults that have a command of their own. */
final class FaultCommands {

  private FaultCommands() {}

  /** The option for the duration of a fault. */
  static final class HealOption {

    @Option(
        names = "--heal-after",
        paramLabel = "TIME|end",
        defaultValue = HealTime.DEFAULT,
        converter = HealTime.class,
        description =
            "how long the fault lasts; end: until its effect was observed (default:"
                + " ${DEFAULT-VALUE})")
    private Duration after;

    /** The duration; empty to heal at the end of the observation. */
    Optional<Duration> after() {
      return Optional.ofNullable(after);
    }
  }

  /** A fault that lasts for a time. */
  abstract static class LastingFault extends FaultCommand {

    @Mixin private HealOption heal;

    LastingFault(FaultOptions fault) {
      super(fault);
    }

    @Override
    final Optional<Duration> healAfter() {
      return heal.after();
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
  static final class KillNode extends LastingFault {

    KillNode() {
      super(new FaultOptions(FaultKind.KILL, NodeChoice.RANDOM));
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
  static final class PauseNode extends LastingFault {

    PauseNode() {
      super(new FaultOptions(FaultKind.PAUSE, NodeChoice.RANDOM));
    }
  }

  @Command(
      name = "restart-node",
      description = "Kills nodes and starts them again without delay.",
      footer = {"", "Example:", "  bin/chaos restart-node --target local --instances 500"})
  static final class RestartNode extends FaultCommand {

    RestartNode() {
      super(new FaultOptions(FaultKind.KILL, NodeChoice.RANDOM));
    }
  }

  @Command(
      name = "rolling-restart",
      description =
          "Restarts every node, one at a time: the next when all members see the one before as UP.",
      footer = {"", "Example:", "  bin/chaos rolling-restart --target local --instances 500"})
  static final class RollingRestart extends FaultCommand {

    RollingRestart() {
      super(new FaultOptions(FaultKind.KILL, NodeChoice.EACH));
    }
  }

  @Command(
      name = "rolling-upgrade",
      description = {
        "Replaces every node of a local cluster by another version of the server, on the node's own"
            + " data, one at a time: the next when all members see the one before as UP; and looks"
            + " whether namespaces, users and configurations are still there.",
        "Also the way back, and paths that Nacos does not support. A cluster that is half upgraded"
            + " is upgraded to the end."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos rolling-upgrade --from 1.4.1 --to 2.0.4 --target local --instances 500"
      })
  static final class RollingUpgrade extends FaultCommand {

    RollingUpgrade() {
      super(new FaultOptions.Upgrade());
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
  static final class SlowNode extends LastingFault {

    SlowNode() {
      super(new FaultOptions.Slow());
    }
  }

  @Command(
      name = "blackhole-node",
      description =
          "Lets a node stop answering its clients, by a proxy in front of it: their connections"
              + " stay open, or are reset; the nodes reach one another as before.",
      footer = {
        "",
        "Example:",
        "  bin/chaos blackhole-node --target local --instances 500 --heal-after 60s"
      })
  static final class BlackholeNode extends LastingFault {

    BlackholeNode() {
      super(new FaultOptions.Blackhole());
    }
  }

  @Command(
      name = "partition",
      description = {
        "Cuts nodes off from the others: nothing passes between the two sides, and clients reach"
            + " both.",
        "Needs a cluster that was started with bin/nacos-cluster up --network-per-node."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos partition --target local --instances 500 --nodes 2 --heal-after 60s"
      })
  static final class Partition extends LastingFault {

    Partition() {
      super(new FaultOptions(FaultKind.PARTITION, NodeChoice.RANDOM));
    }
  }
}
