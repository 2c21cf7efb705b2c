package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.core.yaml.YamlException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Options for the clusters to choose from. */
public final class SizeOptions {

  /** The most dead nodes that leave a majority of the largest cluster. */
  private static final int MOST_DEAD = (ClusterSpec.MAX_NODES - 1) / 2;

  private static final int MAX_CORES = 256;
  private static final double MIN_SPEED = 0.05;
  private static final double MAX_SPEED = 20;
  private static final long MIN_HEAP_MB = 64;
  private static final long MAX_HEAP_MB = 1024L << 10;
  private static final Pattern SIZE = Pattern.compile("[1-9]\\d{0,6}[mMgG]");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,3})(?:\\.\\.(\\d{1,3}))?");

  @Option(
      names = "--nodes",
      paramLabel = "N|N..M",
      defaultValue = "3..9",
      description =
          "numbers of nodes to choose from; without --cores each odd one gets the smallest node"
              + " that passes (default: ${DEFAULT-VALUE})")
  private String nodes;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "of each machine with nodes (default: see above)")
  private Integer cores;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "of a node, for example 768m or 8g (default: see above)")
  private String heap;

  @Option(
      names = "--speed",
      paramLabel = "X",
      defaultValue = "1",
      description =
          "of a core over that of the machine that the costs are of: see docs/how-to/size.md (default:"
              + " ${DEFAULT-VALUE})")
  private double speed;

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
    return Optional.ofNullable(costs).map(named -> Set.of(costs(named).version().toString()));
  }

  /**
   * The clusters to choose from.
   *
   * @throws UsageException when there are none
   */
  Grid grid() {
    UsageException.unless(
        cores == null || cores >= 1 && cores <= MAX_CORES,
        "--cores",
        "is 1 to " + MAX_CORES + ", not " + cores);
    UsageException.unless(
        speed >= MIN_SPEED && speed <= MAX_SPEED,
        "--speed",
        "is %s to %.0f, not %s".formatted(MIN_SPEED, MAX_SPEED, speed));
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
        cores == null ? Grid.CORES : List.of(cores),
        cores != null,
        heap == null ? Grid.HEAPS : List.of(megabytes(heap)),
        speed,
        survive);
  }

  private static long megabytes(String heap) {
    long number =
        SIZE.matcher(heap).matches() ? Long.parseLong(heap.substring(0, heap.length() - 1)) : 0;
    long megabytes = heap.toLowerCase(Locale.ROOT).endsWith("g") ? number << 10 : number;
    UsageException.unless(
        megabytes >= MIN_HEAP_MB && megabytes <= MAX_HEAP_MB,
        "--heap",
        "is a size from 64m to 1024g such as 768m or 8g, not '" + heap + "'");
    return megabytes;
  }

  /** The costs of {@code --costs}. */
  private static Costs costs(String name) {
    try {
      return CostFile.read(name, Path.of(""));
    } catch (YamlException e) {
      throw new UsageException("--costs", e);
    }
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
        .filter(each -> cores != null || from == to || each % 2 == 1)
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
    Costs read = costs(costs == null ? "nacos-" + usual : costs);
    UsageException.unless(
        !grpc || read.version().grpc(),
        "--costs",
        "are of %s, which answers no gRPC: name costs of %s".formatted(read.version(), usual));
    return new SizeQuestion(load, connectionEach, auth, tokenCache, read, grid());
  }
}
