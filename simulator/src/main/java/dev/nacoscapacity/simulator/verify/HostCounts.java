package dev.nacoscapacity.simulator.verify;

/** Present and healthy hosts in one long, so that both change atomically. */
final class HostCounts {

  static final long MOST = of(Integer.MAX_VALUE, Integer.MAX_VALUE);

  private HostCounts() {}

  static long of(int present, int healthy) {
    return (long) present << 32 | healthy;
  }

  static int present(long counts) {
    return (int) (counts >>> 32);
  }

  static int healthy(long counts) {
    return (int) counts;
  }

  /** The lower of both in each respect. */
  static long lower(long a, long b) {
    return of(Math.min(present(a), present(b)), Math.min(healthy(a), healthy(b)));
  }
}
