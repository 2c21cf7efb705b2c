package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.cli.UsageException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options of a fault; without their dashes the keys of a step in a file, where some have other
 * defaults than on the command line.
 */
public class FaultOptions {

  @Option(
      names = "--victims",
      paramLabel = "N",
      description = "how many at once (default: 1, or as many as are named)")
  private Integer nodes;

  @Option(
      names = "--which",
      paramLabel = "leader|follower|random|each|NODE,…",
      description = "which nodes (default: ${DEFAULT-VALUE})")
  private String which;

  private final FaultKind kind;

  /**
   * @param which nodes unless the option says so
   */
  public FaultOptions(FaultKind kind, NodeChoice which) {
    this.kind = kind;
    this.which = which.toString();
  }

  /** The options of a kind of fault, in a file. */
  static FaultOptions of(FaultKind kind) {
    return switch (kind) {
      case SLOW -> new Slow(Duration.ZERO);
      case UPGRADE -> new Upgrade(NodeChoice.RANDOM);
      default -> new FaultOptions(kind, NodeChoice.RANDOM);
    };
  }

  FaultKind kind() {
    return kind;
  }

  /** What a proxy does, if one is needed. */
  NetworkConditions conditions() {
    return switch (kind()) {
      case BLACKHOLE -> NetworkConditions.BLACKHOLE;
      case RESET -> NetworkConditions.RESET;
      default -> NetworkConditions.NORMAL;
    };
  }

  /** The versions of an upgrade; empty for other faults. */
  Optional<VersionChange> versions() {
    return Optional.empty();
  }

  /**
   * The step that injects the fault.
   *
   * @param after delay since the previous step
   * @throws UsageException when an option has no meaning
   * @throws IllegalArgumentException when options contradict each other
   */
  public final ExperimentStep step(Duration after) {
    NodeChoice choice = NodeChoice.parse(which);
    int number = nodes == null ? Math.max(1, choice.names().size()) : nodes;
    return new ExperimentStep(kind(), number, choice, after, conditions(), versions());
  }

  /** Options of a slow node. */
  public static final class Slow extends FaultOptions {

    @Option(
        names = "--latency",
        paramLabel = "TIME",
        description = "added to each direction (default: 200ms)")
    private Duration latency;

    public Slow() {
      this(Duration.ofMillis(200));
    }

    private Slow(Duration latency) {
      super(FaultKind.SLOW, NodeChoice.RANDOM);
      this.latency = latency;
    }

    @Override
    NetworkConditions conditions() {
      return NetworkConditions.slow(latency);
    }
  }

  /** Options of a node that stops answering its clients. */
  public static final class Blackhole extends FaultOptions {

    @Option(names = "--reset", description = "reset connections instead of leaving them open")
    private boolean reset;

    public Blackhole() {
      super(FaultKind.BLACKHOLE, NodeChoice.RANDOM);
    }

    @Override
    FaultKind kind() {
      return reset ? FaultKind.RESET : FaultKind.BLACKHOLE;
    }
  }

  /** Options of an upgrade, of every node unless some are named. */
  public static final class Upgrade extends FaultOptions {

    @Option(
        names = "--from-version",
        paramLabel = "VERSION",
        required = true,
        description = "of the nodes now, or of those that are started if no local cluster runs")
    private ServerVersion from;

    @Option(
        names = "--to-version",
        paramLabel = "VERSION",
        required = true,
        description = "that replaces it, newer or older")
    private ServerVersion to;

    @Option(
        names = "--clients-follow",
        description =
            "once half of the nodes are replaced, all clients move to what --to-version speaks: to gRPC, or"
                + " back to HTTP where it is a 1.x; needs --protocol with shares, for example"
                + " http=1,grpc=0")
    private boolean clientsFollow;

    public Upgrade() {
      this(NodeChoice.EACH);
    }

    private Upgrade(NodeChoice which) {
      super(FaultKind.UPGRADE, which);
    }

    @Override
    Optional<VersionChange> versions() {
      return Optional.of(new VersionChange(from, to, clientsFollow));
    }
  }
}
