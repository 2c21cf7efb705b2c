package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.ServiceClass;
import dev.nacoscapacity.core.record.Traffic;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import dev.nacoscapacity.simulator.workload.Shard;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The simulated fleet, and the part of it that this process simulates.
 *
 * @param traffic of the whole fleet
 * @param servicePrefix of each service name; contains the id of the run
 * @param namespace id of the Nacos namespace
 * @param shard the part of this process
 */
public record FleetSettings(Traffic traffic, String servicePrefix, String namespace, Shard shard) {

  /** Prefix of the names of all services of all runs. */
  public static final String SERVICE_PREFIX = "capacity-";

  /** A fleet whose services have about equal sizes. */
  public FleetSettings(
      int instances, int services, String servicePrefix, String namespace, Shard shard) {
    this(Traffic.even(instances, services), servicePrefix, namespace, shard);
  }

  /** The longest padded metadata of an instance, as JSON. */
  public String longestMetadata() {
    int bytes = traffic.classes().stream().mapToInt(ServiceClass::metadataBytes).max().orElse(0);
    return Metadata.json(Metadata.of(Map.of(), bytes));
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
  public String stays() {
    return traffic.configurations() == null
        ? ""
        : "; its configurations stay: data ids that begin with %s in namespace %s"
            .formatted(servicePrefix, namespace);
  }

  /** A copy with another prefix of service names. */
  public FleetSettings withServicePrefix(String prefix) {
    return new FleetSettings(traffic, prefix, namespace, shard);
  }

  /** A copy with other traffic. */
  public FleetSettings withTraffic(Traffic other) {
    return new FleetSettings(other, servicePrefix, namespace, shard);
  }

  /** A copy for another shard. */
  FleetSettings part(Shard other) {
    return new FleetSettings(traffic, servicePrefix, namespace, other);
  }

  /** The part of the fleet of this process. */
  public Fleet fleet() {
    return new Fleet(traffic, servicePrefix, shard);
  }
}
