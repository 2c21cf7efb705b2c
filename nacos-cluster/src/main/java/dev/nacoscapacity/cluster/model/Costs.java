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
 * @param reach what they were learnt from
 * @param figures one for each cost that the version has
 */
public record Costs(
    ModelSource file,
    ServerVersion version,
    double generatorCallsPerCpuSecond,
    Reach reach,
    Map<Cost, Figure> figures) {

  /**
   * The largest of each that costs were learnt from: beyond it nobody has measured them.
   *
   * @param nodes of a cluster
   * @param cores of a machine
   * @param instances of all services
   * @param hosts of a service
   */
  public record Reach(int nodes, int cores, int instances, int hosts) {}

  /** How sure a figure is. */
  public enum Status {
    /** Found by {@code bin/simulator fit}: least squares over runs. */
    FITTED,
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
   * @param low bound of its 95 % interval; null where none is known
   * @param high the other bound; null likewise
   * @param from where it comes from; for what is measured or derived the table
   */
  public record Figure(double value, Double low, Double high, Status status, String from) {}

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

  /**
   * The same with other figures in the place of some.
   *
   * @param generatorCalls of HTTP for a second of CPU, on the machine whose speed is 1
   */
  public Costs with(Map<Cost, Figure> others, double generatorCalls) {
    Map<Cost, Figure> all = new EnumMap<>(figures);
    all.putAll(others);
    return new Costs(file, version, generatorCalls, reach, all);
  }

  /** The same, learnt from something else. */
  public Costs learntFrom(Reach other) {
    return new Costs(file, version, generatorCallsPerCpuSecond, other, figures);
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
