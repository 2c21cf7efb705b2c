package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.NodeOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the clusters to choose from. */
public final class SizeOptions {

  /** The most dead nodes that leave a majority of the largest cluster. */
  private static final int MOST_DEAD = (ClusterSpec.MAX_NODES - 1) / 2;

  private static final Pattern RANGE = Pattern.compile("(\\d{1,3})(?:\\.\\.(\\d{1,3}))?");

  @Option(
      names = "--nodes",
      paramLabel = "N|N..M",
      defaultValue = "3..9",
      description =
          "numbers of nodes to choose from; without --cores each odd one gets the smallest node"
              + " that passes (default: ${DEFAULT-VALUE})")
  private String nodes;

  @Mixin private NodeOptions node;

  @Option(
      names = "--survive",
      paramLabel = "K",
      defaultValue = "0",
      description = "the cluster must still pass with so many nodes dead (default: 0)")
  private int survive;

  @Option(
      names = "--costs",
      paramLabel = "NAME|FILE",
      description = "what the nodes' work costs (default: nacos-1.4.1, or nacos-2.2.4 over grpc)")
  private String costs;

  /**
   * The version that the named costs are of, which decides the protocol; empty for the default.
   *
   * @throws UsageException when there are no such costs
   */
  public Optional<Set<String>> versions() {
    return Optional.ofNullable(costs)
        .map(named -> Set.of(NodeOptions.costs(named).version().toString()));
  }

  /**
   * The clusters to choose from.
   *
   * @throws UsageException when there are none
   */
  Grid grid() {
    List<Integer> numbers = numbers();
    UsageException.unless(
        survive >= 0 && survive <= MOST_DEAD,
        "--survive",
        "is 0 to %d, since a cluster has %d nodes at most; not %d"
            .formatted(MOST_DEAD, ClusterSpec.MAX_NODES, survive));
    List<Integer> enough = numbers.stream().filter(each -> 2 * (each - survive) > each).toList();
    UsageException.unless(
        !enough.isEmpty(),
        "--survive",
        "%d leaves no majority of %d nodes, without which raft stops: write --nodes %d or more"
            .formatted(survive, numbers.get(numbers.size() - 1), 2 * survive + 1));
    return new Grid(
        enough,
        node.cores() == null ? Grid.CORES : List.of(node.cores()),
        node.cores() != null,
        node.heap() == null ? Grid.HEAPS : List.of(node.heapMegabytes()),
        node.speed() == null ? 1 : node.speed(),
        survive);
  }

  private List<Integer> numbers() {
    Matcher range = RANGE.matcher(nodes);
    UsageException.unless(
        range.matches(),
        "--nodes",
        "is a number such as 5, or a range such as 3..9, not '" + nodes + "'");
    int from = Integer.parseInt(range.group(1));
    int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
    UsageException.unless(
        from >= 1 && from <= to && to <= ClusterSpec.MAX_NODES,
        "--nodes",
        "is 1 to %d, the smaller first, not '%s'".formatted(ClusterSpec.MAX_NODES, nodes));
    // An even number of nodes survives as many deaths as the odd number below it.
    return IntStream.rangeClosed(from, to)
        .filter(each -> node.cores() != null || from == to || each % 2 == 1)
        .boxed()
        .toList();
  }

  /**
   * The question of these options and a load.
   *
   * @param usual version whose costs are the default
   * @param connectionEach whether each client over HTTP may have a connection
   * @throws UsageException when the options are invalid
   */
  public SizeQuestion question(
      Workload load,
      boolean connectionEach,
      boolean auth,
      boolean tokenCache,
      ServerVersion usual) {
    UsageException.unless(
        !load.protocol().mixed(),
        "--protocol",
        "is http or grpc for a size: size the fleet for each, and take the larger cluster");
    UsageException.unless(
        load.profile().isEmpty(),
        "--profile",
        "is for runs: a size is of a fleet of equal services, so write --instances and --services");
    boolean grpc = load.protocol().grpc();
    Costs read = NodeOptions.costs(costs == null ? "nacos-" + usual : costs);
    UsageException.unless(
        !grpc || read.version().grpc(),
        "--costs",
        "are of %s, which answers no gRPC: name costs of %s".formatted(read.version(), usual));
    return new SizeQuestion(load, connectionEach, auth, tokenCache, read, grid());
  }
}
