package dev.nacoscapacity.reports.record;

import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/**
 * What the load cost the generator, and whether the generator was the limit. Figures are of the
 * measurement window. What a machine was charged is null in a model's run: processor time, memory
 * and collector pauses.
 *
 * @param processes that shared the fleet, the one that started the others included; 1 when none did
 * @param cpuSeconds of the generator's own threads, without stand-in, JIT and GC; null in a model's
 *     run
 * @param standInCpuSeconds of a stand-in cluster in the same process; null when there was none
 * @param jitCpuSeconds of the compiler threads; null when unknown
 * @param gcCpuSeconds of the collector's threads; null when unknown
 * @param requests calls ended, of all operations but the pushes
 * @param requestsPerCpuSecond {@code requests / cpuSeconds}; null where these are
 * @param residentMaxBytes most resident memory (VmRSS), added up over the processes; with a
 *     stand-in that runs in one of them. Null when unknown
 * @param heapMaxBytes most heap in use, added up likewise, but for the process that started others;
 *     null in a model's run
 * @param bytesPerInstance heap that the fleet's state takes, its fixed parts included, divided by
 *     its instances; the fixed parts fade from some 100,000 instances on. Null in a model's run
 * @param connectionBytes over gRPC the heap that one of the clients' connections takes, the
 *     server's end of it included where the stand-in is in this process; null over HTTP
 * @param connections of the fleet over HTTP; null over gRPC
 * @param gcPauseMs stop-the-world pauses; null in a model's run
 * @param lagMs from a call's intended start until the driver took it up; null when none fell due
 * @param limitedBy what the generator ran out of, for example {@code descriptors}, {@code ports};
 *     empty when nothing. Of the run until the fleet leaves: an instance that could not be
 *     registered for want of one is missing from the window, too
 */
public record Generator(
    int processes,
    Double cpuSeconds,
    Double standInCpuSeconds,
    Double jitCpuSeconds,
    Double gcCpuSeconds,
    long requests,
    Double requestsPerCpuSecond,
    Long residentMaxBytes,
    Long heapMaxBytes,
    Double bytesPerInstance,
    Double connectionBytes,
    Connections connections,
    GcPause gcPauseMs,
    Lag lagMs,
    List<String> limitedBy) {

  /** In {@code limitedBy}: the ramp was given up while the generator itself was late. */
  public static final String PROCESSOR_TIME = "processor time";

  public Generator {
    limitedBy = limitedBy == null ? List.of() : List.copyOf(limitedBy);
  }

  /**
   * One process's, of which it is not known what its machine was charged.
   *
   * @param connections of the fleet over HTTP; null over gRPC
   * @param lagMs null when no call fell due
   */
  public static Generator uncharged(
      long requests, Connections connections, Lag lagMs, List<String> limitedBy) {
    return new Generator(
        1,
        null,
        null,
        null,
        null,
        requests,
        null,
        null,
        null,
        null,
        null,
        connections,
        null,
        lagMs,
        limitedBy);
  }

  /**
   * The same, together with the process that started the others and shows how they do.
   *
   * @param standInSeconds CPU seconds of a stand-in cluster in it; null when there was none
   * @param residentBytes its most resident memory; null when unknown
   */
  public Generator withParent(Double standInSeconds, Long residentBytes) {
    return new Generator(
        processes + 1,
        cpuSeconds,
        standInSeconds,
        jitCpuSeconds,
        gcCpuSeconds,
        requests,
        requestsPerCpuSecond,
        residentMaxBytes == null || residentBytes == null
            ? null
            : Long.valueOf(residentMaxBytes + residentBytes),
        heapMaxBytes,
        bytesPerInstance,
        connectionBytes,
        connections,
        gcPauseMs,
        lagMs,
        limitedBy);
  }

  /**
   * A fleet's HTTP connections.
   *
   * @param max most open at once, long polls' among them
   * @param bound the most that calls other than long polls could have had, reads of the registry's
   *     state not counted; null when nothing bounded them
   * @param asked whether {@code --connections} asked for that bound; else the processes may have no
   *     more open files
   * @param waitMs what calls waited for a connection because the bound was reached, 99th
   *     percentile; those that did not wait count as 0. No part of it is the registry's doing as
   *     long as its answers are in time
   */
  public record Connections(int max, Integer bound, boolean asked, double waitMs) {

    /** Reads {@code waitMs} from a histogram of microseconds. */
    public static double p99Ms(AbstractHistogram micros) {
      return micros.getValueAtPercentile(99) / 1e3;
    }
  }

  /** How many pauses there were, all of them together and the longest, in ms. */
  public record GcPause(long count, double total, double max) {}

  /** Scheduler lag of the calls that were taken up, in ms. */
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
