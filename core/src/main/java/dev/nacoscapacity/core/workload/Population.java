package dev.nacoscapacity.core.workload;

import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The instances of a fleet, and the part of them that one process simulates. Services are numbered
 * from the largest to the smallest.
 *
 * @param traffic of the whole fleet
 * @param servicePrefix of each service name; contains the id of the run
 * @param namespace id of the Nacos namespace; {@code public} for the default one
 * @param shard the part of this process
 */
@RecordBuilder
public record Population(Traffic traffic, String servicePrefix, String namespace, Shard shard)
    implements PopulationBuilder.With {

  /** Prefix of the names of all services of all runs. */
  public static final String SERVICE_PREFIX = "capacity-";

  /** The service by which shards on several machines wait for each other. */
  public static final String SHARDS_SERVICE = "nacos-capacity-shards";

  /** Multiples of badly approximable numbers have evenly distributed fractional parts. */
  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  private static final double ROOT_OF_THREE = Math.sqrt(3);

  /** A fleet whose services have about equal sizes. */
  public Population(
      int instances, int services, String servicePrefix, String namespace, Shard shard) {
    this(Traffic.even(instances, services), servicePrefix, namespace, shard);
  }

  /** Whether instances register as persistent ones, which never expire. */
  public boolean isPersistent() {
    return traffic.rate() != null && traffic.rate().persistent();
  }

  /** Whether instances publish configurations, which do not expire either. */
  public boolean publishes() {
    return traffic.configurations() != null;
  }

  /** The tenant of a configuration: the namespace, but empty for the default one. */
  public String tenant() {
    return namespace.equals("public") ? "" : namespace;
  }

  /** The name of a service of this run that is not one of the fleet. */
  public String spareService() {
    return "%s-%04d".formatted(servicePrefix, services());
  }

  /** The number of instances of the whole fleet. */
  public int instances() {
    return traffic.instances();
  }

  /** The number of services of the whole fleet. */
  public int services() {
    return traffic.services();
  }

  /** A unique service prefix: the common prefix, the time in base 36, and two random digits. */
  public static String freshPrefix(long epochMillis) {
    int random = ThreadLocalRandom.current().nextInt(36 * 36);
    return "%s%s%s"
        .formatted(
            SERVICE_PREFIX,
            Long.toString(epochMillis, 36),
            Integer.toString(random + 36 * 36, 36).substring(1));
  }

  /**
   * A service prefix that follows from a seed, for a registry without other runs. Names decide
   * which node owns a service, so equal seeds give equal runs.
   */
  public static String seededPrefix(long seed) {
    return SERVICE_PREFIX + Long.toUnsignedString(seed, 36);
  }

  /**
   * What stays in the registry when a process of the fleet ends at once, as the end of a sentence;
   * empty when all of it expires.
   */
  public Optional<Message> stays() {
    if (!publishes() && !isPersistent()) {
      return Optional.empty();
    }
    return Optional.of(
        Message.of(
            publishes() ? "leftBehind.configurations" : "leftBehind.instances",
            Arguments.with("prefix", servicePrefix).and("namespace", namespace)));
  }

  /**
   * The rank of an instance in a fixed order of the whole fleet, from 0 to below 1. Ranks below
   * {@code x} have the fraction {@code x} of each service, to within one instance, and of the fleet
   * and of the first instances of all services, to within two or three.
   *
   * @param service number of its service in the whole fleet
   * @param size number of instances of the service
   * @param position of the instance among these
   */
  public static double rank(int service, int size, int position) {
    int first = (int) (size * fraction(service * ROOT_OF_THREE));
    return ((position + first) % size + fraction(service * GOLDEN_RATIO)) / size;
  }

  private static double fraction(double number) {
    return number - Math.floor(number);
  }

  /** The number of services of this shard. */
  int ownServices() {
    return ownServices(services());
  }

  /** How many of the first services of the whole fleet are in this shard. */
  private int ownServices(int first) {
    return (first - shard.index() + shard.count()) / shard.count();
  }

  /** The number of instances of this shard. */
  public int ownInstances() {
    int instances = 0;
    int service = 0;
    for (var size : sizes().entrySet()) {
      int next = service + size.getValue();
      instances += size.getKey() * (ownServices(next) - ownServices(service));
      service = next;
    }
    return instances;
  }

  /**
   * How many instances of this shard have a {@link #rank} below a share.
   *
   * @param ofService number of instances of each service to count, from the first one
   */
  int ownBelow(double share, int ofService) {
    int below = 0;
    int service = 0;
    for (var size : sizes().entrySet()) {
      for (int end = service + size.getValue(); service < end; service++) {
        if (service % shard.count() == shard.index() - 1) {
          for (int position = 0; position < Math.min(size.getKey(), ofService); position++) {
            below += rank(service, size.getKey(), position) < share ? 1 : 0;
          }
        }
      }
    }
    return below;
  }

  /** The number of services by their number of instances, the largest first. */
  public NavigableMap<Integer, Integer> sizes() {
    NavigableMap<Integer, Integer> sizes = new TreeMap<>(Comparator.reverseOrder());
    traffic
        .classes()
        .forEach(each -> each.sizes().forEach((size, of) -> sizes.merge(size, of, Integer::sum)));
    return sizes;
  }
}
