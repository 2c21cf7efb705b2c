package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import java.util.EnumMap;
import java.util.Map;

/**
 * The costs of calls, background work and memory at a node of one version.
 *
 * @param file the file with the costs
 * @param version of the server
 * @param reach range of the data behind the costs
 * @param figures in the unit of each cost of the version, 0 or more
 */
public record Costs(
    ModelSource file, ServerVersion version, Extent reach, Map<Cost, Double> figures) {

  /**
   * The largest values in the data behind the costs: beyond these, costs are extrapolated.
   *
   * @param nodes of a cluster
   * @param cores of a machine
   * @param instances of all services
   * @param hosts of a service
   */
  public record Extent(int nodes, int cores, int instances, int hosts) {}

  public Costs {
    figures = new EnumMap<>(figures);
  }

  /**
   * Nanoseconds of work, or bytes of memory; called when a node is created, not for each call.
   *
   * @throws IllegalArgumentException for a cost that the version does not have
   */
  public long of(Cost cost) {
    return Math.round(number(cost) * cost.unit().scale);
  }

  /** The same costs with some figures replaced. */
  public Costs with(Map<Cost, Double> others) {
    Map<Cost, Double> all = new EnumMap<>(figures);
    all.putAll(others);
    return new Costs(file, version, reach, all);
  }

  /** The live bytes of a node that holds so much of each. */
  public long bytes(Map<Cost, ? extends Number> content) {
    return content.entrySet().stream()
        .mapToLong(part -> part.getValue().longValue() * of(part.getKey()))
        .sum();
  }

  /** The value of a cost in the file; for shares and factors. */
  public double number(Cost cost) {
    Double figure = figures.get(cost);
    if (figure == null) {
      throw new IllegalArgumentException(version + " has no " + cost.key());
    }
    return figure;
  }
}
