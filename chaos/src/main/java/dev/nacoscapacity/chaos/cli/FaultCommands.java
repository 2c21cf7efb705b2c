package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Plan;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.experiment.Which;
import dev.nacoscapacity.cluster.proxy.Weather;
import dev.nacoscapacity.simulator.options.UsageException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The faults as commands: each is a plan with one step. */
abstract class FaultCommands implements Callable<Integer> {

  @Mixin private TrialOptions options;
  @Mixin private HypothesisOptions hypothesis;

  private final PrintStream out;
  private final PrintStream err;

  private FaultCommands(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  abstract String name();

  abstract Step step();

  /** Null for until the observation has ended. */
  abstract Duration healAfter();

  @Override
  public Integer call() {
    return new Experimenting(options, out, err).run(plan());
  }

  final Plan plan() {
    try {
      return new Plan(
          name(),
          title(),
          hypothesis.hypothesis(),
          List.of(step()),
          healAfter(),
          hypothesis.observe());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private String title() {
    Step step = step();
    return "Does the registry come through: %s %d (%s)?"
        .formatted(step.fault().word(), step.nodes(), step.which());
  }

  private static Which which(String text) {
    try {
      return Which.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--which: " + e.getMessage());
    }
  }

  private static int nodes(Integer asked, Which which) {
    return asked == null ? Math.max(1, which.names().size()) : asked;
  }

  @Command(
      name = "kill-node",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Ends nodes at once (SIGKILL), as a power cut would, and starts them again.",
      footer = {
        "",
        "Example:",
        "  bin/chaos kill-node --target local --instances 500 --kill 1 --restart-after 30s"
      })
  static final class KillNode extends FaultCommands {

    @Option(
        names = "--kill",
        paramLabel = "N",
        description = "how many at once (default: 1, or as many as are named)")
    private Integer kill;

    @Option(
        names = "--which",
        paramLabel = "leader|follower|random|NODE,…",
        defaultValue = "random",
        description = "which of them (default: ${DEFAULT-VALUE})")
    private String which;

    @Option(
        names = "--restart-after",
        paramLabel = "TIME",
        description = "start them again then (default: when the survivors were observed)")
    private Duration restartAfter;

    KillNode(PrintStream out, PrintStream err) {
      super(out, err);
    }

    @Override
    String name() {
      return "kill-node";
    }

    @Override
    Step step() {
      Which chosen = which(which);
      return Step.of(FaultKind.KILL, nodes(kill, chosen), chosen);
    }

    @Override
    Duration healAfter() {
      return restartAfter;
    }
  }

  @Command(
      name = "pause-node",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Freezes nodes with their connections open (SIGSTOP), and lets them go on.",
      footer = {
        "",
        "Example:",
        "  bin/chaos pause-node --target local --instances 500 --which leader --resume-after 30s"
      })
  static final class PauseNode extends FaultCommands {

    @Option(
        names = "--pause",
        paramLabel = "N",
        description = "how many at once (default: 1, or as many as are named)")
    private Integer pause;

    @Option(
        names = "--which",
        paramLabel = "leader|follower|random|NODE,…",
        defaultValue = "random",
        description = "which of them (default: ${DEFAULT-VALUE})")
    private String which;

    @Option(
        names = "--resume-after",
        paramLabel = "TIME",
        description = "let them go on then (default: when the others were observed)")
    private Duration resumeAfter;

    PauseNode(PrintStream out, PrintStream err) {
      super(out, err);
    }

    @Override
    String name() {
      return "pause-node";
    }

    @Override
    Step step() {
      Which chosen = which(which);
      return Step.of(FaultKind.PAUSE, nodes(pause, chosen), chosen);
    }

    @Override
    Duration healAfter() {
      return resumeAfter;
    }
  }

  @Command(
      name = "restart-node",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Ends one node at once and starts it again without delay.",
      footer = {"", "Example:", "  bin/chaos restart-node --target local --instances 500"})
  static final class RestartNode extends FaultCommands {

    @Option(
        names = "--which",
        paramLabel = "leader|follower|random|NODE",
        defaultValue = "random",
        description = "which one (default: ${DEFAULT-VALUE})")
    private String which;

    RestartNode(PrintStream out, PrintStream err) {
      super(out, err);
    }

    @Override
    String name() {
      return "restart-node";
    }

    @Override
    Step step() {
      return Step.of(FaultKind.KILL, 1, which(which));
    }

    @Override
    Duration healAfter() {
      return Duration.ZERO;
    }
  }

  @Command(
      name = "rolling-restart",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Restarts every node, each when the one before is UP in every member's eyes.",
      footer = {"", "Example:", "  bin/chaos rolling-restart --target local --instances 500"})
  static final class RollingRestart extends FaultCommands {

    RollingRestart(PrintStream out, PrintStream err) {
      super(out, err);
    }

    @Override
    String name() {
      return "rolling-restart";
    }

    @Override
    Step step() {
      return Step.of(FaultKind.KILL, 1, Which.EACH);
    }

    @Override
    Duration healAfter() {
      return Duration.ZERO;
    }
  }

  @Command(
      name = "slow-node",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Slows down what passes between clients and a node, by a proxy in front of it;",
        "the nodes reach one another as before."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos slow-node --target local --instances 500 --latency 200ms --heal-after 60s"
      })
  static final class SlowNode extends FaultCommands {

    @Option(
        names = "--which",
        paramLabel = "leader|follower|random|NODE,…",
        defaultValue = "random",
        description = "which one (default: ${DEFAULT-VALUE})")
    private String which;

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

    @Option(
        names = "--heal-after",
        paramLabel = "TIME",
        defaultValue = "60s",
        description = "how long it lasts (default: ${DEFAULT-VALUE})")
    private Duration healAfter;

    SlowNode(PrintStream out, PrintStream err) {
      super(out, err);
    }

    @Override
    String name() {
      return "slow-node";
    }

    @Override
    Step step() {
      Which chosen = which(which);
      try {
        return new Step(
            FaultKind.SLOW,
            nodes(null, chosen),
            chosen,
            Duration.ZERO,
            Weather.slow(latency, jitter, bandwidth));
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage());
      }
    }

    @Override
    Duration healAfter() {
      return healAfter;
    }
  }

  @Command(
      name = "blackhole-node",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Lets a node stop answering its clients, by a proxy in front of it: their connections stay",
        "open, or are reset; the nodes reach one another as before."
      },
      footer = {
        "",
        "Example:",
        "  bin/chaos blackhole-node --target local --instances 500 --heal-after 60s"
      })
  static final class BlackholeNode extends FaultCommands {

    @Option(
        names = "--which",
        paramLabel = "leader|follower|random|NODE,…",
        defaultValue = "random",
        description = "which one (default: ${DEFAULT-VALUE})")
    private String which;

    @Option(names = "--reset", description = "reset connections instead of leaving them open")
    private boolean reset;

    @Option(
        names = "--heal-after",
        paramLabel = "TIME",
        defaultValue = "60s",
        description = "how long it lasts (default: ${DEFAULT-VALUE})")
    private Duration healAfter;

    BlackholeNode(PrintStream out, PrintStream err) {
      super(out, err);
    }

    @Override
    String name() {
      return "blackhole-node";
    }

    @Override
    Step step() {
      Which chosen = which(which);
      return new Step(
          reset ? FaultKind.RESET : FaultKind.BLACKHOLE,
          nodes(null, chosen),
          chosen,
          Duration.ZERO,
          reset ? Weather.RESET : Weather.BLACKHOLE);
    }

    @Override
    Duration healAfter() {
      return healAfter;
    }
  }
}
