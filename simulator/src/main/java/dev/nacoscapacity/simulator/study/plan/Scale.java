package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import java.util.Map;
import java.util.Set;

/**
 * Scales a plan to a machine: instances, services, connections, the server's thread limits, its
 * heap, and its cores where the plan tells them, by the same factor, so that a service keeps its
 * size, and a thread and a core their share of the load.
 *
 * @param factor above 0, at most 1
 */
public record Scale(double factor) {

  private static final Set<String> SIZES = Set.of("instances", "services", "connections");

  /** Minimum heap for a Nacos node to start. */
  private static final long SMALLEST_HEAP_MB = 512;

  /**
   * @throws UsageException when the factor is not in the range
   */
  public Scale {
    UsageException.unless(
        factor > 0 && factor <= 1, "--scale", "is above 0 and at most 1, not " + factor);
  }

  /**
   * The factor by which this machine is smaller than the published one.
   *
   * @param cores of this machine, which all nodes and the generator share
   * @param publishedCores of all published nodes together
   */
  public static Scale ofMachine(int cores, int publishedCores) {
    return new Scale(Math.min(1, (double) cores / publishedCores));
  }

  PlanRow apply(PlanRow row) {
    if (factor == 1) {
      return row;
    }
    PlanRow whole = withDefaults(row);
    PlanRow scaled = whole.withCluster(apply(whole.cluster()));
    for (String size : SIZES) {
      String value = whole.load().get(size);
      scaled = value == null ? scaled : scaled.withLoad(size, scaled(value));
    }
    return scaled;
  }

  /**
   * The row with the sizes that it leaves to their defaults. The default number of services is not
   * in proportion to the instances, so that a default after scaling would change the services'
   * size.
   */
  private static PlanRow withDefaults(PlanRow row) {
    String size = row.load().containsKey("profile") ? "instances" : "services";
    if (row.load().containsKey(size)) {
      return row;
    }
    WorkloadOptions options = RowOptions.of(row.load());
    int effective = size.equals("services") ? options.services() : options.instances();
    return row.withLoad(size, Integer.toString(effective));
  }

  private ClusterSpec apply(ClusterSpec cluster) {
    ClusterSpec sized = cluster.withHeap(heap(cluster.heap()));
    ClusterSpec scaled =
        cluster
            .cores()
            .map(cores -> sized.withCores(Math.max(ClusterSpec.LEAST_CPUS, cores * factor)))
            .orElse(sized);
    for (Map.Entry<String, String> setting : cluster.settings().entrySet()) {
      if (setting.getKey().contains("threads")) {
        scaled = scaled.withSetting(setting.getKey(), scaled(setting.getValue()));
      }
    }
    return scaled;
  }

  /** Words such as {@code per-client} stay as they are. */
  private String scaled(String number) {
    return number.matches("\\d{1,9}")
        ? Long.toString(Math.max(1, Math.round(Long.parseLong(number) * factor)))
        : number;
  }

  private String heap(String text) {
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    long megabytes = text.matches(".*[gG]") ? number * 1024 : number;
    long smaller = Math.max(SMALLEST_HEAP_MB, Math.round(megabytes * factor));
    return Math.min(megabytes, smaller) + "m";
  }
}
