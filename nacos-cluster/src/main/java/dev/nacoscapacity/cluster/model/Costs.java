package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import java.util.EnumMap;
import java.util.Map;

/**
 * What calls, background work and memory cost a node of one version.
 *
 * @param file the file that says so
 * @param version the server that it is about
 * @param generatorCallsPerCpuSecond of HTTP, on the machine whose speed is 1: so another machine's
 *     speed can be told from any run on it
 * @param figures one for each cost that the version has
 */
public record Costs(
    ModelSource file,
    ServerVersion version,
    double generatorCallsPerCpuSecond,
    Map<Cost, Figure> figures) {

  /** How sure a figure is. */
  public enum Status {
    /** Read from a measurement. */
    MEASURED,
    /** Worked out from measurements, as its source says. */
    DERIVED,
    /** Nobody has measured it. */
    ASSUMED
  }

  /**
   * One figure.
   *
   * @param value in the unit of its cost, 0 or more
   * @param from where it comes from; for what is measured or derived the table
   */
  public record Figure(double value, Status status, String from) {}

  public Costs {
    figures = new EnumMap<>(figures);
  }

  /**
   * Nanoseconds of work, or bytes of memory; asked when a node is made, not for each call.
   *
   * @throws IllegalArgumentException for a cost that the version does not have
   */
  public long of(Cost cost) {
    return Math.round(number(cost) * cost.unit().scale);
  }

  /** A cost as it is in the file; for shares and factors. */
  public double number(Cost cost) {
    Figure figure = figures.get(cost);
    if (figure == null) {
      throw new IllegalArgumentException(version + " has no " + cost.key());
    }
    return figure.value();
  }
}
