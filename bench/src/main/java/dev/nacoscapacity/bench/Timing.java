package dev.nacoscapacity.bench;

import java.time.Duration;

/**
 * How long the benchmark takes.
 *
 * @param rounds in each of which every client has its turn
 * @param warmUp from a client's first request; left out, since a JVM is slow at first
 * @param measured after the warm-up
 */
record Timing(int rounds, Duration warmUp, Duration measured) {

  static final Timing FULL = new Timing(5, Duration.ofSeconds(10), Duration.ofSeconds(8));
  static final Timing QUICK = new Timing(2, Duration.ofSeconds(3), Duration.ofSeconds(3));

  /** The same with fewer rounds, for what is only shown beside. */
  Timing rounds(int fewer) {
    return new Timing(Math.min(rounds, fewer), warmUp, measured);
  }
}
