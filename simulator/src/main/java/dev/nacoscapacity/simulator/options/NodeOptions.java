package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.yaml.YamlException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/**
 * Options for the nodes' machines and heaps, for commands that use a model. Null leaves the choice
 * to the command, which describes its default.
 */
public final class NodeOptions {

  private static final int MOST_CORES = 256;
  private static final double LEAST_SPEED = 0.05;
  private static final double MOST_SPEED = 20;
  private static final long LEAST_HEAP = 64;
  private static final long MOST_HEAP = 1024L << 10;

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
      description =
          "of a core over that of the machine that the costs are of, as bin/calibrate machine"
              + " prints it there (default: see above)")
  private Double speed;

  /**
   * Cores of a machine.
   *
   * @throws UsageException when the number is out of range
   */
  public Integer cores() {
    UsageException.unless(
        cores == null || cores >= 1 && cores <= MOST_CORES,
        "--cores",
        "is 1 to " + MOST_CORES + ", not " + cores);
    return cores;
  }

  /**
   * A node's heap, as in {@code -Xmx}.
   *
   * @throws UsageException when a model does not support it
   */
  public String heap() {
    UsageException.unless(
        heap == null
            || heap.matches("[1-9]\\d{0,6}[mMgG]")
                && megabytes() >= LEAST_HEAP
                && megabytes() <= MOST_HEAP,
        "--heap",
        "is a size from 64m to 1024g such as 768m or 8g, not '" + heap + "'");
    return heap;
  }

  /** A node's heap in megabytes; null when not given. */
  public Long heapMegabytes() {
    return heap() == null ? null : Long.valueOf(megabytes());
  }

  private long megabytes() {
    long number = Long.parseLong(heap.substring(0, heap.length() - 1));
    return heap.toLowerCase(Locale.ROOT).endsWith("g") ? number << 10 : number;
  }

  /**
   * Speed of a core.
   *
   * @throws UsageException when the speed is out of range
   */
  public Double speed() {
    UsageException.unless(
        speed == null || isSpeed(speed),
        "--speed",
        "is %s to %.0f, not %s".formatted(LEAST_SPEED, MOST_SPEED, speed));
    return speed;
  }

  /** Whether a speed is in the valid range. */
  public static boolean isSpeed(double speed) {
    return speed >= LEAST_SPEED && speed <= MOST_SPEED;
  }

  /**
   * Reads the cost file of {@code --costs}.
   *
   * @throws UsageException when there is no cost file of this name, or it is invalid
   */
  public static Costs costs(String name) {
    try {
      return CostFile.read(name, Path.of(""));
    } catch (YamlException e) {
      throw new UsageException("--costs", e);
    }
  }
}
