package dev.nacoscapacity.reports.record;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Services that are used alike, as a traffic profile describes them.
 *
 * @param name a word for them
 * @param sizes how many of the services have so many instances, the largest first
 * @param subscribes to how many services each of their instances subscribes, or lists where it
 *     polls; null for as many as the run's options say
 * @param popularity how likely each of the services is subscribed to, beside those of other
 *     classes; where all are 0, instances subscribe to their own service and those that follow it
 * @param metadataBytes at least so long is the metadata of an instance, as JSON; 0 for none
 * @param configs how many configurations each of those listens to who listen
 * @param beatSeconds period of an instance's beats over HTTP; null for the run's
 * @param listSeconds period of an instance's lists of each service; null for the run's
 */
public record ServiceClass(
    String name,
    SortedMap<Integer, Integer> sizes,
    Double subscribes,
    double popularity,
    int metadataBytes,
    int configs,
    Double beatSeconds,
    Double listSeconds) {

  public ServiceClass {
    TreeMap<Integer, Integer> largestFirst = new TreeMap<>(Comparator.reverseOrder());
    largestFirst.putAll(sizes);
    sizes = Collections.unmodifiableSortedMap(largestFirst);
  }

  /** Services with nothing special about them. */
  public static ServiceClass plain(String name, Map<Integer, Integer> sizes) {
    return new ServiceClass(name, new TreeMap<>(sizes), null, 0, 0, 1, null, null);
  }

  /** The same, of other sizes. */
  public ServiceClass sized(Map<Integer, Integer> other) {
    return new ServiceClass(
        name,
        new TreeMap<>(other),
        subscribes,
        popularity,
        metadataBytes,
        configs,
        beatSeconds,
        listSeconds);
  }

  /** The same, used otherwise. */
  public ServiceClass with(Double otherSubscribes, Double otherBeat, Double otherList) {
    return new ServiceClass(
        name, sizes, otherSubscribes, popularity, metadataBytes, configs, otherBeat, otherList);
  }

  /** How many services there are. */
  public int services() {
    return sizes.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How many instances they have together. */
  public int instances() {
    return Math.toIntExact(
        sizes.entrySet().stream().mapToLong(of -> (long) of.getKey() * of.getValue()).sum());
  }

  /** The instances of its largest service. */
  public int largest() {
    return sizes.firstKey();
  }

  /** The instances of its smallest service. */
  public int smallest() {
    return sizes.lastKey();
  }
}
