package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes how many instances each service of a fleet has. */
public final class ServiceSizes {

  private ServiceSizes() {}

  /**
   * Few large services and many small ones: the size of the {@code k}th largest service is in
   * proportion to {@code k^-tail}, and at least 1.
   *
   * @param tail at least 0; 0 for services of about equal size
   * @return number of services by size
   */
  public static Map<Integer, Integer> heavyTailed(int services, int instances, double tail) {
    double[] weights = new double[services];
    Arrays.setAll(weights, k -> Math.pow(k + 1, -tail));
    return histogram(apportion(instances, weights));
  }

  /**
   * Scales the services of each class, and their sizes, to another number of instances.
   *
   * @param instances at least the number of classes
   */
  public static Traffic scaled(Traffic traffic, int instances) {
    int before = traffic.instances();
    if (instances == before) {
      return traffic;
    }
    List<ServiceClass> classes = traffic.classes();
    double factor = (double) instances / before;
    int[] services = classes.stream().mapToInt(each -> scaled(each.services(), factor)).toArray();
    if (Arrays.stream(services).sum() > instances) {
      services = apportion(instances, Arrays.stream(services).mapToDouble(each -> each).toArray());
    }
    double[] beyondFirst = new double[services.length];
    for (int i = 0; i < services.length; i++) {
      beyondFirst[i] = Math.max(0, classes.get(i).instances() * factor - services[i]);
    }
    int[] more = share(instances - Arrays.stream(services).sum(), beyondFirst);
    List<ServiceClass> all = new ArrayList<>();
    for (int i = 0; i < services.length; i++) {
      double[] sizes = quantiles(classes.get(i), services[i]);
      all.add(classes.get(i).withSizes(histogram(apportion(services[i] + more[i], sizes))));
    }
    return traffic.withClasses(all);
  }

  private static int scaled(int services, double factor) {
    return (int) Math.max(1, Math.round(services * factor));
  }

  /** Sizes less 1 of so many services, distributed like the sizes of a class. */
  private static double[] quantiles(ServiceClass original, int services) {
    double[] sizes = new double[services];
    for (int i = 0; i < services; i++) {
      double rank = (i + 0.5) / services * original.services();
      for (Map.Entry<Integer, Integer> size : original.sizes().entrySet()) {
        rank -= size.getValue();
        if (rank < 0) {
          sizes[i] = size.getKey() - 1;
          break;
        }
      }
    }
    return sizes;
  }

  /** Divides a total into integers in proportion to weights, each at least 1. */
  private static int[] apportion(int total, double[] weights) {
    int[] shares = share(total - weights.length, weights);
    Arrays.setAll(shares, i -> shares[i] + 1);
    return shares;
  }

  /** Divides a total into integers in proportion to weights; evenly when all weights are 0. */
  private static int[] share(int total, double[] weights) {
    double sum = Arrays.stream(weights).sum();
    int[] shares = new int[weights.length];
    double upTo = 0;
    int previous = 0;
    for (int i = 0; i < shares.length; i++) {
      upTo += sum == 0 ? 1.0 / shares.length : weights[i] / sum;
      int next = i == shares.length - 1 ? total : (int) Math.round(Math.min(1, upTo) * total);
      shares[i] = next - previous;
      previous = next;
    }
    return shares;
  }

  private static SortedMap<Integer, Integer> histogram(int[] sizes) {
    SortedMap<Integer, Integer> histogram = new TreeMap<>();
    Arrays.stream(sizes).forEach(size -> histogram.merge(size, 1, Integer::sum));
    return histogram;
  }
}
