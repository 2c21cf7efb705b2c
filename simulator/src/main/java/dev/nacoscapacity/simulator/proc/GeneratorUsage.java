package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.Generator.GcPause;
import java.nio.file.Path;

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
   * @param residentMaxBytes most resident memory; null without {@code /proc}
   * @param heapMaxBytes most heap in use, garbage included
   */
  public record Summary(
      double generatorCpuSeconds,
      double standInCpuSeconds,
      double jitCpuSeconds,
      double gcCpuSeconds,
      GcPause gcPauses,
      Long residentMaxBytes,
      long heapMaxBytes) {}

  private final ThreadTimes times;
  private final ResidentMemory resident;
  private final HeapWatch heap = new HeapWatch();

  /**
   * Starts to watch this JVM, and begins the first window.
   *
   * @param proc where the proc file system is mounted
   */
  public GeneratorUsage(Path proc) {
    times = new ThreadTimes(proc);
    resident = new ResidentMemory(proc);
    beginWindow();
  }

  /** Reads threads and memory. */
  public void sample() {
    times.sample();
    resident.sample();
    heap.sample();
  }

  /** Begins the window that {@link #summary} is about. */
  public void beginWindow() {
    times.restart();
    resident.restart();
    resident.sample();
    heap.restart();
    heap.sample();
  }

  /** Takes a sample, and returns the usage in the window. */
  public Summary summary() {
    sample();
    return new Summary(
        times.seconds(ThreadRole.GENERATOR),
        times.seconds(ThreadRole.STAND_IN),
        times.seconds(ThreadRole.JIT),
        times.seconds(ThreadRole.GC),
        heap.pauses(),
        resident.maxBytes(),
        heap.heapMaxBytes());
  }

  /** Stops listening to the collector. */
  @Override
  public void close() {
    heap.close();
  }
}
