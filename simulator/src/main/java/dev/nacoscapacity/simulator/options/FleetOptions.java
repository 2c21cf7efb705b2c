package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.simulator.run.FleetSettings;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.time.InstantSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Who the fleet is, and what of it this process stands in for. */
final class FleetOptions {

  private static final int MOST_SERVICES = 400;
  private static final int INSTANCES_PER_SERVICE = 10;
  private static final int MOST_THREADS = 64;

  // Not required by picocli, which would ask for it before a subcommand, too.
  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "service instances to stand in for")
  private Integer instances;

  @Option(
      names = "--services",
      paramLabel = "N",
      description = "services they belong to (default: one for each 10 instances, at most 400)")
  private Integer services;

  @Option(
      names = "--namespace",
      paramLabel = "ID",
      defaultValue = "capacity",
      description = "namespace to work in (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      defaultValue = "1/1",
      converter = ShardConverter.class,
      description = "stand in for one of N disjoint parts of the fleet only")
  private Shard shard;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "event loops (default: one for each two processors)")
  private Integer threads;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of every random choice (default: ${DEFAULT-VALUE})")
  private long seed;

  /** Null when it was not asked for. */
  Integer instances() {
    return instances;
  }

  long seed() {
    return seed;
  }

  /**
   * A fleet of this size, whose services no earlier run has used.
   *
   * @throws UsageException when it is no size, or has too few or too many services for it
   */
  FleetSettings settings(int size, InstantSource clock) {
    return new FleetSettings(
        size, services(size), FleetSettings.freshPrefix(clock.millis()), namespace, shard);
  }

  private int services(int fleet) {
    UsageException.unless(
        fleet >= 1 && fleet <= Fleet.MAX_INSTANCES,
        "--instances",
        "is 1 to " + Fleet.MAX_INSTANCES + ", not " + fleet);
    int count = services == null ? usualServices(fleet) : services;
    UsageException.unless(
        count >= shard.count() && count <= fleet,
        "--services",
        "is " + shard.count() + " (one a shard) to " + fleet + " (one an instance), not " + count);
    return count;
  }

  /** The published runs had 400 services with 37 instances or more each. */
  private int usualServices(int fleet) {
    int tenEach = (fleet + INSTANCES_PER_SERVICE - 1) / INSTANCES_PER_SERVICE;
    return Math.max(shard.count(), Math.min(MOST_SERVICES, tenEach));
  }

  /** Event loops. */
  int threads() {
    UsageException.unless(
        threads == null || threads >= 1 && threads <= MOST_THREADS,
        "--threads",
        "is 1 to " + MOST_THREADS + ", not " + threads);
    return threads == null ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2) : threads;
  }

  /**
   * Finds what a model cannot honour.
   *
   * @throws UsageException when there is such
   */
  void requireForModel() {
    if (threads != null) {
      throw new UsageException(
          "--threads", "is for event loops, and a model runs on one thread: leave it out");
    }
    if (shard.count() > 1) {
      throw new UsageException(
          "--shard",
          "shares a fleet out to machines, each of which would model a cluster of its own: leave it"
              + " out");
    }
  }

  private static final class ShardConverter implements ITypeConverter<Shard> {
    @Override
    public Shard convert(String text) {
      try {
        return Shard.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
