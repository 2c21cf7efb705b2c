package dev.nacoscapacity.reports.merge;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Numbers the seconds of several processes alike. Each looks at its fleet about once a second, at
 * moments of its own until all begin the judged window together; a second's edge lies shortly
 * before those common moments, so that what belongs together falls into one second even when a
 * process is late.
 */
final class CommonSeconds {

  private static final Duration EARLY = Duration.ofMillis(100);

  private final Instant windowStart;

  private CommonSeconds(Instant windowStart) {
    this.windowStart = windowStart;
  }

  static CommonSeconds of(List<ShardRun> shards) {
    return new CommonSeconds(
        shards.stream()
            .map(ShardRun::windowBegan)
            .flatMap(Optional::stream)
            .min(Instant::compareTo)
            .orElse(shards.get(0).run().startedAt()));
  }

  /** When the first judged window began; without one, when the run did. */
  Instant windowStart() {
    return windowStart;
  }

  /** The number of the second that a moment lies in; negative before the window. */
  int of(Instant moment) {
    return (int)
        Math.floorDiv(Duration.between(windowStart.minus(EARLY), moment).toMillis(), 1000L);
  }
}
