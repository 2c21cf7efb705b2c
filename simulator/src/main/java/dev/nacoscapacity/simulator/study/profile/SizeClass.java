package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.core.workload.BeatTime;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Services of similar size, from a power of two to the next: the classes of a profile that was read
 * from a registry. The sampled services of a class represent all.
 */
final class SizeClass {

  static final int USUAL_BEAT_MILLIS = BeatTime.INTERVAL.millis();

  private static final int MIN_METADATA = 14;
  private static final int MAX_METADATA = 4000;
  private static final int MAX_SUBSCRIPTIONS = 1000;
  private static final int MAX_DECIMALS = 4;

  /** Below are mistakes, such as seconds in place of milliseconds. */
  private static final long MIN_BEAT_MILLIS = 100;

  /** Above an instance would be long dropped: by default after 30 s without a beat. */
  private static final long MAX_BEAT_MILLIS = Duration.ofHours(1).toMillis();

  /** The schedule of a fleet wants periods with a common divisor. */
  private static final long BEAT_STEP_MILLIS = 100;

  private SizeClass() {}

  /** Whether a period in an instance's metadata is a mistake, for which the usual one is taken. */
  static boolean isAbsurdBeat(long millis) {
    return millis < MIN_BEAT_MILLIS || millis > MAX_BEAT_MILLIS;
  }

  /** The beat period of a fleet for that in an instance's metadata, in whole tenths of a second. */
  static int beatMillis(long millis) {
    return isAbsurdBeat(millis)
        ? USUAL_BEAT_MILLIS
        : (int) (Math.round((double) millis / BEAT_STEP_MILLIS) * BEAT_STEP_MILLIS);
  }

  /** The class of services of a size above 0; they have at least 2^class instances. */
  static int of(int instances) {
    return 31 - Integer.numberOfLeadingZeros(instances);
  }

  /** Derives the traffic from a registry's shape, which must have at least one service. */
  static Traffic traffic(RegistryShape shape) {
    SortedMap<Integer, SortedMap<Integer, Integer>> sizes = new TreeMap<>();
    for (int size : shape.sizes()) {
      sizes.computeIfAbsent(of(size), each -> new TreeMap<>()).merge(size, 1, Integer::sum);
    }
    Map<Integer, List<RegistryShape.Sample>> samples =
        shape.samples().stream()
            .filter(each -> each.instances() > 0)
            .collect(Collectors.groupingBy(each -> of(each.instances())));
    List<ServiceClass> classes = new ArrayList<>();
    double subscriptions = 0;
    for (Map.Entry<Integer, SortedMap<Integer, Integer>> each : sizes.entrySet()) {
      List<RegistryShape.Sample> ofClass = samples.getOrDefault(each.getKey(), List.of());
      ServiceClass of = build(each.getValue(), ofClass);
      subscriptions += subscribers(ofClass) * of.services();
      classes.add(of);
    }
    double perInstance = round(subscriptions / shape.sizes().stream().mapToInt(size -> size).sum());
    return new Traffic(
        "registry",
        classes.stream()
            .map(
                of ->
                    of.withSubscribes(
                        shape.subscribersSeen()
                            ? Double.valueOf(Math.min(MAX_SUBSCRIPTIONS, perInstance))
                            : null))
            .toList());
  }

  private static ServiceClass build(
      SortedMap<Integer, Integer> sizes, List<RegistryShape.Sample> samples) {
    int first = sizes.firstKey();
    int last = sizes.lastKey();
    long instances = samples.stream().mapToLong(RegistryShape.Sample::instances).sum();
    long bytes = samples.stream().mapToLong(RegistryShape.Sample::metadataBytes).sum();
    int metadata = instances == 0 ? 0 : (int) Math.min(MAX_METADATA, bytes / instances);
    int beat = beatMillis(samples);
    return new ServiceClass(
        first == last ? "of-" + first : "of-%d-to-%d".formatted(first, last),
        sizes,
        null,
        round(subscribers(samples)),
        // Less is the length of empty metadata, or too short for a key.
        metadata < MIN_METADATA ? 0 : metadata,
        1,
        beat == USUAL_BEAT_MILLIS ? null : Double.valueOf(beat / 1e3),
        null);
  }

  /** The most common beat period of the instances. */
  private static int beatMillis(List<RegistryShape.Sample> samples) {
    return samples.stream()
        .collect(
            Collectors.groupingBy(
                RegistryShape.Sample::beatMillis,
                Collectors.summingInt(RegistryShape.Sample::instances)))
        .entrySet()
        .stream()
        .max(
            Map.Entry.<Integer, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse(USUAL_BEAT_MILLIS);
  }

  /** The mean of a service. */
  private static double subscribers(List<RegistryShape.Sample> samples) {
    return samples.stream().mapToInt(RegistryShape.Sample::subscribers).average().orElse(0);
  }

  /**
   * Three significant digits, with one to four decimals, since the subscriptions of an instance may
   * be few.
   */
  private static double round(double number) {
    BigDecimal exact = BigDecimal.valueOf(number);
    int decimals = exact.round(new MathContext(3)).scale();
    int shown = Math.max(1, Math.min(MAX_DECIMALS, decimals));
    return exact.setScale(shown, RoundingMode.HALF_UP).doubleValue();
  }
}
