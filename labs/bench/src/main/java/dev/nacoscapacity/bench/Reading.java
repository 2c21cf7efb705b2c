package dev.nacoscapacity.bench;

/**
 * Resources that a process has used until a moment, or between two moments.
 *
 * @param seconds on a clock with an arbitrary origin
 * @param cpuSeconds user and system time
 */
record Reading(double seconds, double cpuSeconds) {

  /** The difference from an earlier reading. */
  Reading since(Reading before) {
    return new Reading(seconds - before.seconds, cpuSeconds - before.cpuSeconds);
  }

  /** Cores that were busy on average. */
  double cores() {
    return cpuSeconds / seconds;
  }
}
