package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/**
 * Resources that the generator used in the measurement window, and whether the generator was the
 * limit. A run on a model knows no processor time, memory and collector pauses.
 *
 * @param processes number of processes that shared the fleet, including the coordinating one; 1 for
 *     a single process
 * @param requests calls ended, of all operations but the pushes
 * @param requestsPerCpuSecond {@code requests / cpuSeconds}
 * @param connections of the fleet; absent over gRPC
 * @param gcPauseMs stop-the-world pauses
 * @param limitedBy resources that the generator exhausted, for example {@code descriptors}, {@code
 *     ports}; empty when none. Covers the run until the teardown, since an instance that could not
 *     be registered for lack of a port is missing in the window, too
 */
@RecordBuilder
public record Generator(
    int processes,
    @JsonUnwrapped Cpu cpu,
    long requests,
    Double requestsPerCpuSecond,
    @JsonUnwrapped Memory memory,
    Connections connections,
    GcPause gcPauseMs,
    @JsonUnwrapped Delays delays,
    List<String> limitedBy)
    implements GeneratorBuilder.With {

  /** In {@code limitedBy}: the ramp was aborted while the generator itself was late. */
  public static final String PROCESSOR_TIME = "processor time";

  public Generator {
    cpu = cpu == null ? Cpu.UNKNOWN : cpu;
    memory = memory == null ? Memory.UNKNOWN : memory;
    delays = delays == null ? Delays.UNKNOWN : delays;
    limitedBy = limitedBy == null ? List.of() : List.copyOf(limitedBy);
  }

  /**
   * The same figures with those of the coordinating process added.
   *
   * @param standInSeconds CPU seconds of a stand-in cluster in that process, if there was one
   * @param residentBytes its peak resident memory, if it is known
   */
  public Generator withParent(Double standInSeconds, Long residentBytes) {
    boolean complete = memory.residentMaxBytes != null && residentBytes != null;
    return with()
        .processes(processes + 1)
        .cpu(new Cpu(cpu.cpuSeconds, standInSeconds, cpu.jitCpuSeconds, cpu.gcCpuSeconds))
        .memory(
            new Memory(
                complete ? Long.valueOf(memory.residentMaxBytes + residentBytes) : null,
                memory.heapMaxBytes,
                memory.bytesPerInstance,
                memory.connectionBytes))
        .build();
  }

  /**
   * Processor time; what is not known, or was not there, is absent.
   *
   * @param cpuSeconds of the generator's own threads, without stand-in, JIT and GC
   * @param standInCpuSeconds of a stand-in cluster in the same process
   * @param jitCpuSeconds of the compiler threads
   * @param gcCpuSeconds of the collector's threads
   */
  public record Cpu(
      Double cpuSeconds, Double standInCpuSeconds, Double jitCpuSeconds, Double gcCpuSeconds) {

    static final Cpu UNKNOWN = new Cpu(null, null, null, null);
  }

  /**
   * Memory; what is not known is absent.
   *
   * @param residentMaxBytes peak resident memory (VmRSS), summed over the processes; includes a
   *     stand-in that runs in one of them
   * @param heapMaxBytes peak heap in use, summed over the processes without the coordinating one
   * @param bytesPerInstance heap of the fleet's state, including its fixed parts, divided by the
   *     number of instances; the fixed parts are negligible from about 100,000 instances
   * @param connectionBytes over gRPC the heap of one client connection, including the server's end
   *     if the stand-in runs in this process
   */
  public record Memory(
      Long residentMaxBytes, Long heapMaxBytes, Double bytesPerInstance, Double connectionBytes) {

    static final Memory UNKNOWN = new Memory(null, null, null, null);
  }

  /**
   * How late the generator was.
   *
   * @param lagMs from the intended start of a call until the driver started it; absent when no call
   *     was due
   * @param lateShare share of the window's seconds in which its calls were late (p99 over 100 ms);
   *     absent in a record that does not tell
   * @param stalls times of the whole run in which calls were a second late or more
   */
  public record Delays(Lag lagMs, Double lateShare, List<Stall> stalls) {

    static final Delays UNKNOWN = new Delays(null, null, List.of());

    public Delays {
      stalls = stalls == null ? List.of() : List.copyOf(stalls);
    }
  }

  /**
   * The HTTP connections of a fleet.
   *
   * @param max most connections open at once, including those of long polls
   * @param bound the limit on connections for calls other than long polls, without reads of the
   *     registry's state; absent when there was no limit
   * @param asked whether {@code --connections} set that limit; otherwise the open files of the
   *     processes did
   * @param waitMs 99th percentile of the wait for a connection at that limit; calls that did not
   *     wait count as 0. The registry has no part in this wait as long as its answers are in time
   */
  public record Connections(int max, Integer bound, boolean asked, double waitMs) {

    /** Reads {@code waitMs} from a histogram of microseconds. */
    public static double p99Ms(AbstractHistogram micros) {
      return micros.getValueAtPercentile(99) / 1e3;
    }
  }

  /** Number of pauses, and their total and longest duration in ms. */
  public record GcPause(long count, double total, double max) {}

  /**
   * A stall of the generator.
   *
   * @param atSeconds its begin, since the start of the run
   * @param seconds its length
   * @param windowSeconds how much of the measurement window passed in it, and in the time after it
   *     in which late calls delay others: 5 s, or a minute if {@code expires}. No time counts for
   *     two stalls
   * @param expires whether calls were so late that instances may have expired
   */
  public record Stall(double atSeconds, double seconds, double windowSeconds, boolean expires) {

    /**
     * For how long after its end a stall delays calls. A long poll that began late ends within 30
     * s, and the one after it counts when its answer is due; after a short stall calls pile up.
     */
    public static Duration aftermath(boolean expires) {
      return Duration.ofSeconds(expires ? 60 : 5);
    }

    /** Its length with its aftermath. */
    public double spoiledSeconds() {
      return seconds + aftermath(expires).toSeconds();
    }

    /** Its share of a fleet of which only a part stood still. */
    public Stall ofShare(double share) {
      return new Stall(atSeconds, seconds, share * windowSeconds, expires);
    }

    /** Both, of which the other one begins later, where they overlap. */
    public Optional<Stall> and(Stall later) {
      double end = atSeconds + seconds;
      return later.atSeconds > end
          ? Optional.empty()
          : Optional.of(
              new Stall(
                  atSeconds,
                  Math.max(end, later.atSeconds + later.seconds) - atSeconds,
                  windowSeconds + later.windowSeconds,
                  expires || later.expires));
    }
  }

  /** Scheduler lag of the started calls, in ms. */
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
