package dev.nacoscapacity.reports.record;

import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/**
 * What the load cost the generator, and whether the generator was the limit. Figures are of the
 * judged window.
 *
 * @param cpuSeconds of the generator's own threads, without stand-in, JIT and GC
 * @param standInCpuSeconds of a stand-in cluster in the same process; null when there was none
 * @param jitCpuSeconds of the compiler threads; null when unknown
 * @param gcCpuSeconds of the collector's threads; null when unknown
 * @param requests calls ended, of all operations
 * @param requestsPerCpuSecond {@code requests / cpuSeconds}
 * @param heapMaxBytes most heap in use
 * @param bytesPerInstance heap that the fleet's state takes, its fixed parts included, divided by
 *     its instances; the fixed parts fade from some 100,000 instances on
 * @param connectionBytes over gRPC the heap that one of the clients' connections takes, the
 *     server's end of it included where the stand-in is in this process; null over HTTP
 * @param gcPauseMs stop-the-world pauses
 * @param lagMs from a slot's due time until the driver took it up
 * @param limitedBy what the generator ran out of, for example {@code descriptors}, {@code ports};
 *     empty when nothing
 */
public record Generator(
    double cpuSeconds,
    Double standInCpuSeconds,
    Double jitCpuSeconds,
    Double gcCpuSeconds,
    long requests,
    double requestsPerCpuSecond,
    long heapMaxBytes,
    double bytesPerInstance,
    Double connectionBytes,
    GcPause gcPauseMs,
    Lag lagMs,
    List<String> limitedBy) {

  public Generator {
    limitedBy = limitedBy == null ? List.of() : List.copyOf(limitedBy);
  }

  /** The same, with a stand-in cluster beside it that took so many CPU seconds. */
  public Generator withStandIn(Double seconds) {
    return new Generator(
        cpuSeconds,
        seconds,
        jitCpuSeconds,
        gcCpuSeconds,
        requests,
        requestsPerCpuSecond,
        heapMaxBytes,
        bytesPerInstance,
        connectionBytes,
        gcPauseMs,
        lagMs,
        limitedBy);
  }

  /** How many pauses there were, all of them together and the longest, in ms. */
  public record GcPause(long count, double total, double max) {}

  /** Lag of the slots taken up, in ms. */
  public record Lag(double p50, double p99, double p999, double max) {

    /** Reads a histogram of microseconds. */
    public static Lag ofMicros(AbstractHistogram micros) {
      return new Lag(
          micros.getValueAtPercentile(50) / 1e3,
          micros.getValueAtPercentile(99) / 1e3,
          micros.getValueAtPercentile(99.9) / 1e3,
          micros.getMaxValue() / 1e3);
    }
  }
}
