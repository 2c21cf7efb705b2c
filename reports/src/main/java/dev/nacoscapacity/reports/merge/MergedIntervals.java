package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.HistogramInterval;
import dev.nacoscapacity.reports.record.IntervalRow;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Recorder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * Rows of intervals.csv and latency.hlog, added up second by second. A histogram takes 100 KB and
 * more as an object, and an hour has tens of thousands of them, so they are held as they are
 * encoded, in a few hundred bytes each, and the second that is written is the only one in full.
 */
final class MergedIntervals {

  private final ToDoubleFunction<Instant> sinceStart;

  /** By second and operation; the last row of each shard in a second is kept for its inFlight. */
  private final Map<Integer, Map<String, Map<ShardNumber, IntervalRow>>> rows = new TreeMap<>();

  /** By second and tag; the shards' own, encoded. */
  private final Map<Integer, Map<String, List<byte[]>>> histograms = new TreeMap<>();

  /** When each second was over for the last of the shards, in seconds since the run began. */
  private final Map<Integer, Double> ends = new TreeMap<>();

  /** To encode in; grows. */
  private ByteBuffer scratch = ByteBuffer.allocate(0);

  MergedIntervals(
      List<ShardRun> shards, CommonSeconds seconds, ToDoubleFunction<Instant> sinceStart) {
    this.sinceStart = sinceStart;
    for (ShardRun shard : shards) {
      List<IntervalRow> own = shard.folder().intervals();
      for (IntervalRow row : own) {
        int second = seconds.of(row.time());
        ends.merge(second, sinceStart.applyAsDouble(row.time()), Math::max);
        rows.computeIfAbsent(second, s -> new LinkedHashMap<>())
            .computeIfAbsent(row.operation(), o -> new LinkedHashMap<>())
            .merge(shard.part(), row, MergedIntervals::oneAfterTheOther);
      }
      Duration skew = own.isEmpty() ? Duration.ZERO : skew(shard, own.get(0));
      Instant began = shard.run().startedAt().plus(skew);
      shard.folder().histogramIntervals(interval -> add(interval, began, seconds));
    }
  }

  private void add(HistogramInterval interval, Instant began, CommonSeconds seconds) {
    Instant end = began.plus(nanos(interval.toSeconds()));
    int second = seconds.of(end);
    ends.merge(second, sinceStart.applyAsDouble(end), Math::max);
    histograms
        .computeIfAbsent(second, s -> new TreeMap<>())
        .computeIfAbsent(interval.tag(), tag -> new ArrayList<>())
        .add(encoded(interval.micros()));
  }

  private byte[] encoded(AbstractHistogram micros) {
    int needed = micros.getNeededByteBufferCapacity();
    if (scratch.capacity() < needed) {
      scratch = ByteBuffer.allocate(needed);
    }
    scratch.clear();
    int length = micros.encodeIntoByteBuffer(scratch);
    return Arrays.copyOf(scratch.array(), length);
  }

  private static Histogram sum(List<byte[]> encoded) {
    Histogram sum = null;
    for (byte[] part : encoded) {
      Histogram micros = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(part), 0);
      if (sum == null) {
        sum = new Histogram(micros.getNumberOfSignificantValueDigits());
      }
      sum.add(micros);
    }
    return sum;
  }

  /** The log's seconds count from when the run began, which is a moment after startedAt. */
  private static Duration skew(ShardRun shard, IntervalRow row) {
    Instant told = shard.run().startedAt().plus(nanos(row.seconds()));
    return Duration.between(told, row.time());
  }

  private static Duration nanos(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /**
   * Writes them, and each second before the next is added up.
   *
   * @throws RecordException when they cannot be written
   */
  void addTo(Recorder recorder) {
    double last = 0;
    for (Map.Entry<Integer, Double> second : ends.entrySet()) {
      Map<String, Histogram> micros = new TreeMap<>();
      histograms
          .getOrDefault(second.getKey(), Map.of())
          .forEach((tag, encoded) -> micros.put(tag, sum(encoded)));
      rows.getOrDefault(second.getKey(), Map.of())
          .forEach(
              (operation, parts) ->
                  recorder.interval(
                      together(List.copyOf(parts.values()), micros.get(operation + ".latency"))));
      double begin = last;
      double end = second.getValue();
      micros.forEach((tag, part) -> recorder.histogram(tag, begin, end, part));
      recorder.flush();
      last = end;
    }
  }

  /** Two rows of one shard that fell into one second. */
  private static IntervalRow oneAfterTheOther(IntervalRow first, IntervalRow second) {
    return sum(first, second, second.inFlight(), second.unserved());
  }

  private IntervalRow together(List<IntervalRow> parts, Histogram latency) {
    IntervalRow sum =
        parts.stream()
            .reduce((a, b) -> sum(a, b, a.inFlight() + b.inFlight(), a.unserved() + b.unserved()))
            .orElseThrow();
    return new IntervalRow(
        sum.time(),
        sinceStart.applyAsDouble(sum.time()),
        sum.phase(),
        sum.operation(),
        sum.required(),
        sum.started(),
        sum.ok(),
        sum.failed(),
        sum.missed(),
        sum.rerouted(),
        sum.inFlight(),
        sum.unserved(),
        sum.longestUnservedMs(),
        latency == null ? null : latency.getValueAtPercentile(50) / 1e3,
        latency == null ? null : latency.getValueAtPercentile(99) / 1e3,
        latency == null ? null : latency.getMaxValue() / 1e3);
  }

  private static IntervalRow sum(IntervalRow a, IntervalRow b, long inFlight, long unserved) {
    return new IntervalRow(
        a.time().isAfter(b.time()) ? a.time() : b.time(),
        Math.max(a.seconds(), b.seconds()),
        a.phase(),
        a.operation(),
        a.required() + b.required(),
        a.started() + b.started(),
        a.ok() + b.ok(),
        a.failed() + b.failed(),
        a.missed() + b.missed(),
        a.rerouted() + b.rerouted(),
        inFlight,
        unserved,
        Math.max(a.longestUnservedMs(), b.longestUnservedMs()),
        null,
        null,
        null);
  }
}
