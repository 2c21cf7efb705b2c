package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The costs of calls, background work and memory at a node of one version.
 *
 * @param file the file with the costs
 * @param version of the server
 * @param reach range of the data behind the costs
 * @param figures one for each cost of the version
 */
public record Costs(
    ModelSource file, ServerVersion version, Extent reach, Map<Cost, CostFigure> figures) {

  /**
   * The largest values in the data behind the costs: beyond these, costs are extrapolated.
   *
   * @param nodes of a cluster
   * @param cores of a machine
   * @param instances of all services
   * @param hosts of a service
   */
  public record Extent(int nodes, int cores, int instances, int hosts) {}

  /** How a figure was obtained. */
  public enum Evidence {
    /** Found by {@code bin/simulator fit}: least squares over runs. */
    FITTED,
    /** Read from a measurement. */
    MEASURED,
    /** Worked out from measurements, as its source says. */
    DERIVED,
    /** Assumed without a measurement. */
    ASSUMED;

    /** The word in the file. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One figure.
   *
   * @param value in the unit of its cost, 0 or more
   * @param low lower bound of its 95 % interval; null when unknown
   * @param high upper bound; null when unknown
   * @param from source of the figure; the table, for a measured or derived figure
   */
  public record CostFigure(double value, Double low, Double high, Evidence status, String from) {}

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
  public Costs with(Map<Cost, CostFigure> others) {
    Map<Cost, CostFigure> all = new EnumMap<>(figures);
    all.putAll(others);
    return new Costs(file, version, reach, all);
  }

  /** The same costs with another range of data. */
  public Costs learntFrom(Extent other) {
    return new Costs(file, version, other, figures);
  }

  /** The live bytes of a node that holds so much of each. */
  public long bytes(Map<Cost, ? extends Number> content) {
    return content.entrySet().stream()
        .mapToLong(part -> part.getValue().longValue() * of(part.getKey()))
        .sum();
  }

  /** What amounts of work or memory cost, in the units of the file. */
  public double sum(Map<Cost, Double> amounts) {
    return amounts.entrySet().stream()
        .mapToDouble(part -> part.getValue() * number(part.getKey()))
        .sum();
  }

  /** The value of a cost in the file; for shares and factors. */
  public double number(Cost cost) {
    CostFigure figure = figures.get(cost);
    if (figure == null) {
      throw new IllegalArgumentException(version + " has no " + cost.key());
    }
    return figure.value();
  }
}
