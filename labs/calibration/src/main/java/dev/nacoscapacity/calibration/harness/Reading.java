package dev.nacoscapacity.calibration.harness;

/**
 * Resources that a process has used until a moment, or between two moments.
 *
 * @param seconds on a clock with an arbitrary origin
 * @param cpuSeconds user and system time
 * @param switches context switches of both kinds
 */
public record Reading(double seconds, double cpuSeconds, long switches) {

  /** The difference from an earlier reading. */
  public Reading since(Reading before) {
    return new Reading(
        seconds - before.seconds, cpuSeconds - before.cpuSeconds, switches - before.switches);
  }

  /** Cores that were busy on average. */
  public double cores() {
    return cpuSeconds / seconds;
  }
}
