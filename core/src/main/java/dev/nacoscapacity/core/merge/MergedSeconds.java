package dev.nacoscapacity.core.merge;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.SecondRow;
import dev.nacoscapacity.core.record.SecondsReader;
import dev.nacoscapacity.core.stats.RunStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Adds up the seconds of several processes. Each process samples its fleet about once a second, on
 * a schedule of its own until all processes begin the measurement window together. A common second
 * ends shortly before those common moments, so that samples of the same second are merged even when
 * a process is late.
 */
final class MergedSeconds {

  private static final Duration EARLY = Duration.ofMillis(100);

  /** The seconds of one process, and its last figures. */
  private final class ProcessSeconds implements AutoCloseable {
    private final ShardRun shard;
    private final SecondsReader rows;
    private Optional<SecondRow> next = Optional.empty();
    private Optional<RunStats> before = Optional.empty();

    ProcessSeconds(ShardRun shard) {
      this.shard = shard;
      this.rows = shard.folder().seconds();
      step();
    }

    private void step() {
      next = rows.hasNext() ? Optional.of(commonTime(rows.next())) : Optional.empty();
    }

    private SecondRow commonTime(SecondRow row) {
      return new SecondRow(shard.at(row.time()), row.seconds(), row.phase(), row.stats());
    }

    /** Its next row, if that is not later than a second. */
    private Optional<SecondRow> next(int second) {
      return next.filter(row -> secondOf(row.time()) <= second);
    }

    /**
     * Takes a second; empty once the process has ended. A second without a sample repeats the
     * states of the one before.
     */
    Optional<RunStats> take(int second) {
      if (next.isEmpty()) {
        return Optional.empty();
      }
      Optional<RunStats> sum = next(second).map(SecondRow::stats);
      before = sum.or(() -> before.map(RunStats::states));
      if (sum.isPresent()) {
        step();
      }
      for (Optional<SecondRow> more; (more = next(second)).isPresent(); step()) {
        sum.get().append(more.get().stats());
      }
      return before;
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  private final Instant windowStart;
  private final ToDoubleFunction<Instant> sinceStart;

  /**
   * @param windowStart when the measurement windows began, or the run if there is no window
   * @param sinceStart seconds from the merged run's start to a moment
   */
  MergedSeconds(Instant windowStart, ToDoubleFunction<Instant> sinceStart) {
    this.windowStart = windowStart;
    this.sinceStart = sinceStart;
  }

  /** The number of a second, negative before the window. */
  private int secondOf(Instant moment) {
    return (int)
        Math.floorDiv(Duration.between(windowStart.minus(EARLY), moment).toMillis(), 1000L);
  }

  void addTo(Recorder recorder, List<ShardRun> shards) {
    List<ProcessSeconds> sources = new ArrayList<>();
    try {
      shards.forEach(shard -> sources.add(new ProcessSeconds(shard)));
      double from = 0;
      String phase = Phases.RAMP;
      for (Optional<Instant> next; (next = next(sources)).isPresent(); ) {
        int second = secondOf(next.get());
        List<SecondRow> rows =
            sources.stream().flatMap(source -> source.next(second).stream()).toList();
        // At the last process that has it.
        Instant end = rows.stream().map(SecondRow::time).max(Comparator.naturalOrder()).get();
        // The phase is in the rows of operations, and a process may have none.
        phase =
            rows.stream().map(SecondRow::phase).filter(Objects::nonNull).findFirst().orElse(phase);
        List<RunStats> parts =
            sources.stream().flatMap(source -> source.take(second).stream()).toList();
        double to = sinceStart.applyAsDouble(end);
        recorder.second(end, from, to, phase, RunStats.sum(parts));
        recorder.flush();
        from = to;
      }
    } finally {
      sources.forEach(ProcessSeconds::close);
    }
  }

  /** The end of the earliest second that is left. */
  private static Optional<Instant> next(List<ProcessSeconds> sources) {
    return sources.stream()
        .flatMap(source -> source.next.stream())
        .map(SecondRow::time)
        .min(Comparator.naturalOrder());
  }
}
