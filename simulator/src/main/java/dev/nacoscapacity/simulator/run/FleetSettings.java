package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Traffic;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Who the simulated instances are, and what of them this process stands in for.
 *
 * @param traffic of the whole fleet
 * @param servicePrefix starts each service's name; carries the run's id
 * @param namespace the namespace's id
 * @param shard the part that is this process's
 */
public record FleetSettings(Traffic traffic, String servicePrefix, String namespace, Shard shard) {

  /** Starts the name of every service of every run. */
  public static final String SERVICE_PREFIX = "capacity-";

  /** Of services as equal as can be. */
  public FleetSettings(
      int instances, int services, String servicePrefix, String namespace, Shard shard) {
    this(Traffic.even(instances, services), servicePrefix, namespace, shard);
  }

  /** How many instances the whole fleet has. */
  public int instances() {
    return traffic.instances();
  }

  /** How many services the whole fleet has. */
  public int services() {
    return traffic.services();
  }

  /** A name that no earlier run has used: a prefix, and the time in base 36. */
  public static String freshPrefix(long epochMillis) {
    int random = ThreadLocalRandom.current().nextInt(36 * 36);
    return "%s%s%s"
        .formatted(
            SERVICE_PREFIX,
            Long.toString(epochMillis, 36),
            Integer.toString(random + 36 * 36, 36).substring(1));
  }

  /**
   * The same name for the same seed: for a registry that no other run has used. Names decide which
   * node owns a service.
   */
  public static String seededPrefix(long seed) {
    return SERVICE_PREFIX + Long.toUnsignedString(seed, 36);
  }

  /** The same fleet, whose services' names start otherwise. */
  public FleetSettings named(String prefix) {
    return new FleetSettings(traffic, prefix, namespace, shard);
  }

  /** The same, whose services are used otherwise. */
  public FleetSettings of(Traffic other) {
    return new FleetSettings(other, servicePrefix, namespace, shard);
  }

  /** The same fleet, another part of it. */
  FleetSettings part(Shard other) {
    return new FleetSettings(traffic, servicePrefix, namespace, other);
  }

  /** The instances of the shard. */
  public Fleet fleet() {
    return new Fleet(traffic, servicePrefix, shard);
  }
}
