package dev.nacoscapacity.core.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A class of services with the same usage, as described by a traffic profile.
 *
 * @param name of the class
 * @param sizes number of services by their number of instances, the largest first
 * @param subscribes number of services that each instance subscribes to, or lists if it polls; null
 *     for the option of the run
 * @param popularity relative probability of a service of this class to be subscribed to; when it is
 *     0 for all classes, instances subscribe to their own service and the services after it
 * @param metadataBytes minimum length of the metadata of an instance, as JSON; 0 for none
 * @param configs number of configurations that each listening instance listens to
 * @param beatSeconds period of an instance's beats over HTTP; null for the period of the run
 * @param listSeconds period of an instance's lists of each service; null for the period of the run
 */
@RecordBuilder
public record ServiceClass(
    String name,
    SortedMap<Integer, Integer> sizes,
    Double subscribes,
    double popularity,
    int metadataBytes,
    int configs,
    Double beatSeconds,
    Double listSeconds)
    implements ServiceClassBuilder.With {

  public ServiceClass {
    TreeMap<Integer, Integer> largestFirst = new TreeMap<>(Comparator.reverseOrder());
    largestFirst.putAll(sizes);
    sizes = Collections.unmodifiableSortedMap(largestFirst);
  }

  /** A class with default usage. */
  public static ServiceClass plain(String name, Map<Integer, Integer> sizes) {
    return new ServiceClass(name, new TreeMap<>(sizes), null, 0, 0, 1, null, null);
  }

  /**
   * The factor by which the class beats less often than usual, and may have longer gaps, as the
   * timeouts that it asks of a server are longer; 1 or more.
   */
  public double beatsRarer() {
    return beatSeconds == null ? 1 : beatsRarer(beatSeconds);
  }

  static double beatsRarer(double beatSeconds) {
    return Math.max(1, beatSeconds / (BeatTime.INTERVAL.millis() / 1e3));
  }

  /** The number of services. */
  public int services() {
    return sizes.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The number of instances of all services. */
  public int instances() {
    return Math.toIntExact(
        sizes.entrySet().stream().mapToLong(of -> (long) of.getKey() * of.getValue()).sum());
  }

  /** The number of instances of the largest service. */
  public int largest() {
    return sizes.firstKey();
  }

  /** The number of instances of the smallest service. */
  public int smallest() {
    return sizes.lastKey();
  }
}
