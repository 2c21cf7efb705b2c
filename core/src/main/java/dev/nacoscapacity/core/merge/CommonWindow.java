package dev.nacoscapacity.core.merge;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The measurement window of several shards: the intersection of their windows, since the whole
 * fleet was measured only then.
 *
 * <p>Processes never open their windows at exactly the same moment. If the intersection is at most
 * {@link #SKEW_SECONDS} seconds, and at most a tenth, shorter than the shortest window, all windows
 * count as one window of that shortest length: each shard is under load before and after its
 * window, too, and a fault of a few seconds shows in a registry only after 15 s to 35 s. Otherwise
 * only the intersection counts.
 *
 * @param start when the window began
 * @param seconds length of the window; 0 when a shard has no window, or no shard finished
 * @param notes caveats for the reader
 */
public record CommonWindow(Instant start, double seconds, List<Message> notes) {

  private static final double SKEW_SECONDS = 5;
  private static final double SKEW_SHARE = 0.1;

  /** The window of one shard. */
  private record ShardWindow(ShardRun shard, Instant from, Instant to) {}

  /**
   * Finds the common window.
   *
   * @throws RecordException when the windows of two shards have nothing in common, or the record of
   *     a shard does not contain the start of its window
   */
  static CommonWindow of(List<ShardRun> shards) {
    List<ShardRun> finished = shards.stream().filter(ShardRun::finished).toList();
    double shortest = finished.stream().mapToDouble(s -> s.run().windowSeconds()).min().orElse(0);
    List<ShardWindow> windows =
        shortest <= 0
            ? List.of()
            : finished.stream().filter(CommonWindow::tellsWhen).map(CommonWindow::own).toList();
    if (windows.isEmpty()) {
      return new CommonWindow(CommonWindow.firstStart(shards), shortest, List.of());
    }
    ShardWindow last = windows.stream().max(Comparator.comparing(ShardWindow::from)).get();
    ShardWindow first = windows.stream().min(Comparator.comparing(ShardWindow::to)).get();
    double common = Duration.between(last.from(), first.to()).toNanos() / 1e9;
    if (common <= 0 && finished.stream().anyMatch(shard -> shard.run().interrupted())) {
      // The run was interrupted before the last window began; the clocks are not at fault.
      return new CommonWindow(last.from(), 0, List.of());
    }
    if (common <= 0) {
      throw neverAtOnce(first, last);
    }
    boolean apart = isApart(common, shortest);
    double seconds = apart ? common : shortest;
    return new CommonWindow(
        first.to().minus(nanos(seconds)), seconds, apart ? List.of(note(common)) : List.of());
  }

  /**
   * Whether windows are too far apart to count as one.
   *
   * @param common seconds that all windows have in common
   * @param shortest seconds of the shortest window
   */
  private static boolean isApart(double common, double shortest) {
    return common < shortest - Math.min(SKEW_SECONDS, SKEW_SHARE * shortest);
  }

  /** The start of the first window, or of the first run when there is no window. */
  private static Instant firstStart(List<ShardRun> shards) {
    return shards.stream()
        .map(ShardRun::windowBegan)
        .flatMap(Optional::stream)
        .min(Instant::compareTo)
        .orElse(shards.get(0).begin());
  }

  /**
   * A shard that lost its rows may have lost this one, too; the merged run counts as interrupted
   * then.
   */
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

  private static ShardWindow own(ShardRun shard) {
    Instant from = shard.windowBegan().orElseThrow();
    return new ShardWindow(shard, from, from.plus(nanos(shard.run().windowSeconds())));
  }

  private static Duration nanos(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static RecordException neverAtOnce(ShardWindow first, ShardWindow last) {
    return new RecordException(
        NumberText.of(
            "the measurement window of %s was over %.1f s before that of %s began, so the fleet was"
                + " never measured whole; start the shards at the same time, on machines whose clocks"
                + " agree",
            first.shard().name(),
            Duration.between(first.to(), last.from()).toNanos() / 1e9,
            last.shard().name()));
  }

  private static Message note(double common) {
    return Message.of(RunRecord.WINDOWS_APART, with("common", common));
  }
}
