package dev.nacoscapacity.reports.record;

import java.time.Instant;

/**
 * What one node said of the fleet at one moment: a row of {@code registry.csv}. The counts mean
 * what they mean in {@link Registry.Counts}, at this moment; {@code lost} counts from the start of
 * the run.
 *
 * @param seconds since the run began
 * @param dropped how often the node has begun to show an instance as missing or unhealthy since the
 *     judged window began, although it kept beating
 */
public record RegistryRow(
    Instant time,
    double seconds,
    String node,
    long expected,
    long present,
    long healthy,
    long missing,
    long unhealthy,
    long lost,
    long ghost,
    long divergent,
    long unknown,
    long dropped) {

  /** The same, in a run that began at another time. */
  public RegistryRow at(double secondsOfRun) {
    return new RegistryRow(
        time,
        secondsOfRun,
        node,
        expected,
        present,
        healthy,
        missing,
        unhealthy,
        lost,
        ghost,
        divergent,
        unknown,
        dropped);
  }

  /** What the node said of two parts of a fleet at the same moment, as one. */
  public RegistryRow plus(RegistryRow other) {
    RegistryRow later = later(other);
    return new RegistryRow(
        later.time,
        later.seconds,
        node,
        expected + other.expected,
        present + other.present,
        healthy + other.healthy,
        missing + other.missing,
        unhealthy + other.unhealthy,
        lost + other.lost,
        ghost + other.ghost,
        divergent + other.divergent,
        unknown + other.unknown,
        dropped + other.dropped);
  }

  /** The worst of what the node said of the same part at two moments. */
  public RegistryRow worst(RegistryRow other) {
    RegistryRow later = later(other);
    return new RegistryRow(
        later.time,
        later.seconds,
        node,
        Math.max(expected, other.expected),
        Math.min(present, other.present),
        Math.min(healthy, other.healthy),
        Math.max(missing, other.missing),
        Math.max(unhealthy, other.unhealthy),
        Math.max(lost, other.lost),
        Math.max(ghost, other.ghost),
        Math.max(divergent, other.divergent),
        Math.max(unknown, other.unknown),
        Math.max(dropped, other.dropped));
  }

  private RegistryRow later(RegistryRow other) {
    return time.isAfter(other.time) ? this : other;
  }
}
