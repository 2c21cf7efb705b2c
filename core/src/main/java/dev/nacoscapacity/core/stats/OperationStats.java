package dev.nacoscapacity.core.stats;

import static dev.nacoscapacity.core.stats.OperationCount.FAILED;
import static dev.nacoscapacity.core.stats.OperationCount.OK;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Figures of one operation's calls in a period: counts, failures by reason, and the distribution of
 * each part of their latency in microseconds. Percentiles are computed from merged histograms and
 * never averaged.
 */
public final class OperationStats extends Counts<OperationCount> {

  private static final OperationCount[] FIGURES = OperationCount.values();
  private static final int DIGITS = 3;
  private static final Histogram NOTHING = new Histogram(DIGITS);

  private final Map<String, Long> failures = new TreeMap<>();
  private final Histogram[] parts = new Histogram[LatencyPart.values().length];

  public OperationStats() {
    super(FIGURES);
  }

  /** Counts calls that failed for a reason. */
  public void fail(String reason, long calls) {
    add(FAILED, calls);
    failures.merge(reason, calls, Long::sum);
  }

  /** Failed calls by reason. */
  public Map<String, Long> failures() {
    return failures;
  }

  /** Calls that ended, with success or failure. */
  public long ended() {
    return count(OK) + count(FAILED);
  }

  /** Whether nothing was counted, and no client is without service. */
  boolean isEmpty() {
    return toMap().values().stream().allMatch(count -> count == 0);
  }

  /** Records a duration; a negative one, from a clock that was read earlier, counts as 0. */
  public void record(LatencyPart part, long nanos) {
    recording(part).recordValue(Math.max(0, nanos / 1000));
  }

  /** The distribution in microseconds; for reading only. */
  public Histogram histogram(LatencyPart part) {
    Histogram histogram = parts[part.ordinal()];
    return histogram == null ? NOTHING : histogram;
  }

  /** The distribution in microseconds; for recording. */
  public Histogram recording(LatencyPart part) {
    int i = part.ordinal();
    if (parts[i] == null) {
      parts[i] = new Histogram(DIGITS);
    }
    return parts[i];
  }

  /** Adds the figures of another part of the fleet in the same period. */
  public void add(OperationStats other) {
    combine(other, OperationCount::acrossShards);
    addCalls(other);
  }

  /** Adds the figures of the next period. */
  public void append(OperationStats next) {
    forgetStates();
    combine(next, OperationCount::overTime);
    addCalls(next);
  }

  private void addCalls(OperationStats other) {
    other.failures.forEach((reason, calls) -> failures.merge(reason, calls, Long::sum));
    for (LatencyPart part : LatencyPart.values()) {
      if (other.histogram(part).getTotalCount() > 0) {
        recording(part).add(other.histogram(part));
      }
    }
  }
}
