package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.yaml.YamlException;
import dev.nacoscapacity.core.cli.UsageException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/**
 * Options for the machines and heaps of a model's nodes. Each is null when not given; the command
 * then uses its own default.
 */
public final class NodeOptions {

  private static final int MAX_CORES = 256;
  private static final double MIN_SPEED = 0.05;
  private static final double MAX_SPEED = 20;
  private static final long MIN_HEAP_MB = 64;
  private static final long MAX_HEAP_MB = 1024L << 10;

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
          "of a core over that of the machine that the costs are of, as bin/simulator doctor"
              + " prints it there (default: see above)")
  private Double speed;

  /**
   * Cores of each machine; null when not given.
   *
   * @throws UsageException when the number is out of range
   */
  public Integer cores() {
    UsageException.unless(
        cores == null || cores >= 1 && cores <= MAX_CORES,
        "--cores",
        "is 1 to " + MAX_CORES + ", not " + cores);
    return cores;
  }

  /**
   * A node's heap, as in {@code -Xmx}; null when not given.
   *
   * @throws UsageException when the value is not a valid size
   */
  public String heap() {
    UsageException.unless(
        heap == null
            || heap.matches("[1-9]\\d{0,6}[mMgG]")
                && megabytes() >= MIN_HEAP_MB
                && megabytes() <= MAX_HEAP_MB,
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
   * Speed of a core over the reference; null when not given.
   *
   * @throws UsageException when the speed is out of range
   */
  public Double speed() {
    UsageException.unless(
        speed == null || isSpeed(speed),
        "--speed",
        "is %s to %.0f, not %s".formatted(MIN_SPEED, MAX_SPEED, speed));
    return speed;
  }

  /** Whether a speed is in the valid range. */
  public static boolean isSpeed(double speed) {
    return speed >= MIN_SPEED && speed <= MAX_SPEED;
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
