package dev.nacoscapacity.reports.verdict;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.nacoscapacity.reports.stats.RegistryCount;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The bounds of a pass. A value at its bound passes.
 *
 * @param achievedShare least share of the required calls that each operation must achieve, 0 to 1
 * @param failedShare largest share of an operation's calls that may fail, 0 to 1
 * @param beatP99Ms largest 99th percentile of beat latency
 * @param dropped most instances that went missing or unhealthy although they kept beating
 * @param neverAppeared most instances whose registration was acknowledged and which a node never
 *     listed although they kept beating
 * @param minWindowSeconds shortest measurement window that can pass: expiry is checked every 5 s,
 *     acts at 15 s and 30 s, and takes time to spread
 * @param lagP99Ms largest 99th percentile of scheduler lag before the generator counts as the
 *     limit, and of the wait for a connection that a bound of its own makes
 * @param gcPauseMs longest stop-the-world pause of the generator before it counts as the limit
 * @param beatGapMs written beats at most this far apart keep an instance alive beyond doubt; a node
 *     calls it unhealthy after 15 s; a day at most, which no run comes near
 * @param registry the most of what a node may show at once, or in all, by the column of a {@link
 *     RegistryCount}
 */
public record Criteria(
    double achievedShare,
    double failedShare,
    double beatP99Ms,
    long dropped,
    long neverAppeared,
    double minWindowSeconds,
    double lagP99Ms,
    double gcPauseMs,
    double beatGapMs,
    @JsonAnyGetter @JsonAnySetter Map<String, Long> registry) {

  private static final long DAY_MS = 86_400_000;

  /**
   * The bounds used when none are given. Lag counts in latency, so it may take up a tenth of what a
   * beat is allowed (100 ms); a pause delays every call that falls due in it, so half (500 ms).
   */
  public static Criteria defaults() {
    return new Criteria(0.99, 0.001, 1_000, 0, 0, 60, 100, 500, 10_000, Map.of());
  }

  /** Bounds of what is judged alone; none may be where none is given. */
  private static Map<String, Long> judged(Map<String, Long> given) {
    Map<String, Long> judged = new LinkedHashMap<>();
    RegistryCount.JUDGED.forEach(
        figure -> judged.put(figure.column(), given.getOrDefault(figure.column(), 0L)));
    return Collections.unmodifiableMap(judged);
  }

  /** The most that a node may show of a figure; empty when the figure is not judged. */
  public OptionalLong bound(RegistryCount figure) {
    Long most = registry.get(figure.column());
    return most == null ? OptionalLong.empty() : OptionalLong.of(most);
  }

  /** The same bounds, but a shorter or longer window may pass. */
  public Criteria withMinWindow(Duration window) {
    return new Criteria(
        achievedShare,
        failedShare,
        beatP99Ms,
        dropped,
        neverAppeared,
        window.toMillis() / 1e3,
        lagP99Ms,
        gcPauseMs,
        beatGapMs,
        registry);
  }

  public Criteria {
    requireAtMost(1, "achievedShare", achievedShare);
    requireAtMost(1, "failedShare", failedShare);
    requireNotNegative("beatP99Ms", beatP99Ms);
    requireNotNegative("dropped", dropped);
    requireNotNegative("neverAppeared", neverAppeared);
    requireNotNegative("minWindowSeconds", minWindowSeconds);
    requireNotNegative("lagP99Ms", lagP99Ms);
    requireNotNegative("gcPauseMs", gcPauseMs);
    requireNotNegative("beatGapMs", beatGapMs);
    requireAtMost(DAY_MS, "beatGapMs", beatGapMs);
    registry = judged(registry);
    registry.forEach(Criteria::requireNotNegative);
  }

  /**
   * {@code beatGapMs} of a client over HTTP, or over gRPC. There any call on an instance's
   * connection is as good as a beat, an idle connection owes one only after 5 s, and a node first
   * asks a client whether it is there after 20 s: half as much again.
   */
  public double beatGapMs(boolean grpc) {
    return grpc ? 1.5 * beatGapMs : beatGapMs;
  }

  private static void requireAtMost(long most, String name, double value) {
    if (!(value >= 0 && value <= most)) {
      throw new IllegalArgumentException(name + " must be 0 to " + most + ", not " + value);
    }
  }

  private static void requireNotNegative(String name, double value) {
    if (!(value >= 0)) {
      throw new IllegalArgumentException(name + " must not be negative, not " + value);
    }
  }
}
