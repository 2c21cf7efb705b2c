package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.RunFolder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The measurement window of several shards: the stretch that the windows of all have in common, for
 * only in it was the whole fleet judged.
 *
 * <p>Processes open their windows at moments that are never quite the same. So where the common
 * stretch is at most {@link #SKEW_SECONDS} seconds, and at most a tenth, shorter than the shortest
 * of the windows, all are taken for one window of that length: a shard is under load before and
 * after its window, too, and a registry shows a fault of some seconds only after 15 s to 35 s.
 * Beyond that, the common stretch alone is the window.
 *
 * @param start when it began
 * @param seconds how long it was; 0 when there is a shard without a window, or none came to its end
 * @param notes what a reader must know of it
 */
record CommonWindow(Instant start, double seconds, List<String> notes) {

  private static final double SKEW_SECONDS = 5;
  private static final double SKEW_SHARE = 0.1;

  /** A shard's own window. */
  private record Own(ShardRun shard, Instant from, Instant to) {}

  /**
   * Finds it.
   *
   * @throws RecordException when the windows of two shards have nothing in common, or a shard does
   *     not tell when its window began
   */
  static CommonWindow of(List<ShardRun> shards) {
    List<ShardRun> finished = shards.stream().filter(ShardRun::finished).toList();
    double shortest = finished.stream().mapToDouble(s -> s.run().windowSeconds()).min().orElse(0);
    List<Own> windows =
        shortest <= 0
            ? List.of()
            : finished.stream().filter(CommonWindow::tellsWhen).map(CommonWindow::own).toList();
    if (windows.isEmpty()) {
      return new CommonWindow(CommonWindow.firstStart(shards), shortest, List.of());
    }
    Own last = windows.stream().max(Comparator.comparing(Own::from)).get();
    Own first = windows.stream().min(Comparator.comparing(Own::to)).get();
    double common = Duration.between(last.from(), first.to()).toNanos() / 1e9;
    if (common <= 0 && finished.stream().anyMatch(shard -> shard.run().interrupted())) {
      // Somebody ended it before the last one had begun; that is no fault of the clocks.
      return new CommonWindow(last.from(), 0, List.of());
    }
    if (common <= 0) {
      throw neverAtOnce(first, last);
    }
    boolean apart = common < shortest - Math.min(SKEW_SECONDS, SKEW_SHARE * shortest);
    double seconds = apart ? common : shortest;
    return new CommonWindow(
        first.to().minus(nanos(seconds)), seconds, apart ? List.of(note(common)) : List.of());
  }

  /** When the first window began; without one, when the first run did. */
  private static Instant firstStart(List<ShardRun> shards) {
    return shards.stream()
        .map(ShardRun::windowBegan)
        .flatMap(Optional::stream)
        .min(Instant::compareTo)
        .orElse(shards.get(0).run().startedAt());
  }

  /** One that lost its rows may have lost that, too; the run then is an interrupted one anyway. */
  private static boolean tellsWhen(ShardRun shard) {
    if (shard.windowBegan().isEmpty()
        && !shard.lostDistributions()
        && shard.finished()
        && !shard.run().operations().isEmpty()) {
      throw new RecordException(
          "%s (%s) does not tell when its measurement window began; copy the whole folder, with its %s"
              .formatted(shard.name(), shard.folder().path(), RunFolder.EVENTS_JSONL));
    }
    return shard.windowBegan().isPresent();
  }

  private static Own own(ShardRun shard) {
    Instant from = shard.windowBegan().orElseThrow();
    return new Own(shard, from, from.plus(nanos(shard.run().windowSeconds())));
  }

  private static Duration nanos(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static RecordException neverAtOnce(Own first, Own last) {
    return new RecordException(
        String.format(
            Locale.ROOT,
            "the measurement window of %s was over %.1f s before that of %s began, so the fleet was"
                + " never measured whole; start the shards at the same time, on machines whose clocks"
                + " agree",
            first.shard().name(),
            Duration.between(first.to(), last.from()).toNanos() / 1e9,
            last.shard().name()));
  }

  private static String note(double common) {
    return String.format(
        Locale.ROOT,
        "The shards' measurement windows were apart: the %.0f s that they have in common count as the"
            + " window. Counts and CPU seconds are of each shard's own window, so what is told a"
            + " second is too high.",
        common);
  }
}
