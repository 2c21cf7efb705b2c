package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.Generator.GcPause;
import java.nio.file.Path;
import java.util.EnumSet;

/**
 * Resource usage of this process: processor time by role of the threads, collector pauses, and
 * heap. Event loops are identified by thread names that begin with {@code fleet-}, a stand-in in
 * this process by {@code stand-in-}.
 *
 * <p>To be sampled about once a second by one thread, since the time of a thread that ends between
 * samples cannot be attributed.
 */
public final class GeneratorUsage implements AutoCloseable {

  /**
   * Usage since the window began. Without {@code /proc} the seconds are 0.
   *
   * @param generatorCpuSeconds event loops of the fleet
   * @param standInCpuSeconds of a stand-in cluster in this process
   * @param jitCpuSeconds the compilers
   * @param gcCpuSeconds the collector, and the VM thread
   * @param gcPauses in ms
   * @param residentMaxBytes most resident memory; absent without {@code /proc}
   * @param heapMaxBytes most heap in use, garbage included
   */
  public record Total(
      double generatorCpuSeconds,
      double standInCpuSeconds,
      double jitCpuSeconds,
      double gcCpuSeconds,
      GcPause gcPauses,
      Long residentMaxBytes,
      long heapMaxBytes) {}

  /** The name of a thread of this JVM before it sets its own. */
  private static final String UNNAMED = "java";

  private final ThreadTimes times;
  private final ProcessUsage process;
  private Long residentMax;
  private final HeapWatch heap = new HeapWatch();

  /**
   * Starts to watch this JVM, and begins the first window.
   *
   * @param proc where the proc file system is mounted
   */
  public GeneratorUsage(Path proc) {
    times =
        new ThreadTimes(
            new ProcFile(),
            proc.resolve("self"),
            EnumSet.complementOf(EnumSet.of(ThreadRole.OTHER)));
    process = new ProcessUsage(proc.resolve("self"));
    beginWindow();
  }

  /** Reads threads and memory. */
  public void sample() {
    times.sample(UNNAMED);
    process
        .residentBytes()
        .ifPresent(
            bytes -> residentMax = residentMax == null ? bytes : Math.max(residentMax, bytes));
    heap.sample();
  }

  /** Begins the window that {@link #summary} is about. */
  public void beginWindow() {
    residentMax = null;
    heap.restart();
    sample();
    times.restart();
  }

  /** Takes a sample, and returns the usage in the window. */
  public Total summary() {
    sample();
    return new Total(
        times.seconds(ThreadRole.GENERATOR).orElse(0),
        times.seconds(ThreadRole.STAND_IN).orElse(0),
        times.seconds(ThreadRole.JIT).orElse(0),
        times.seconds(ThreadRole.GC).orElse(0),
        heap.pauses(),
        residentMax,
        heap.heapMaxBytes());
  }

  /** Stops listening to the collector. */
  @Override
  public void close() {
    heap.close();
  }
}
