package dev.nacoscapacity.bench;

import java.time.Duration;

/**
 * How long the benchmark takes.
 *
 * @param rounds in each of which every client has its turn
 * @param warmUp from each client's first request; left out, since a JVM is slow at first
 * @param search of this warm-up, how the generator uses it: seconds at one rate, then seconds at
 *     each rate that it tries
 * @param measured after the warm-up
 */
record Timing(int rounds, Duration warmUp, Search search, Duration measured) {

  static final Timing FULL =
      new Timing(3, Duration.ofSeconds(60), new Search(15, 3), Duration.ofSeconds(10));
  static final Timing QUICK =
      new Timing(1, Duration.ofSeconds(25), new Search(5, 1), Duration.ofSeconds(4));

  record Search(int warmUpSeconds, int attemptSeconds) {}
}
