package dev.nacoscapacity.simulator.preflight.machine;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Measures the speed of a core of this machine, in pieces of a fixed, registry-like workload per
 * second of CPU time. Only the CPU time of the working threads counts, so other load on the machine
 * matters only through caches and clock rate.
 *
 * <p>Hardware threads of one core, and cores that share caches, memory or a power budget, slow each
 * other down. A node under load uses all cores, so the factor of a machine is measured with a
 * thread on each core.
 *
 * @param work creates the work of a thread, each run of which is one piece
 * @param running clock in nanoseconds that excludes pauses of this JVM
 * @param cpu CPU time of the calling thread, in nanoseconds
 * @param cores how many processors this JVM may use
 */
public record MachineSpeed(
    Supplier<Runnable> work, LongSupplier running, LongSupplier cpu, int cores) {

  /**
   * Pieces per second of CPU time, with all cores busy, on the reference machine of the shipped
   * costs: a median of rounds of {@link SpeedCheck} on that machine without other load, with a JDK
   * of {@link #REFERENCE_JDK}. Measure it again after a change of {@link RegistryWork}.
   */
  public static final double REFERENCE = 4_650;

  /**
   * The feature version of that JDK. The compiler affects the speed as much as the machine does.
   */
  public static final int REFERENCE_JDK = 17;

  private static final Duration SLICE = Duration.ofMillis(500);
  private static final int SLICES_COMPARED = 4;
  private static final int MIN_SLICES = 10;
  private static final int MAX_SLICES = 40;
  private static final double MAX_GROWTH = 1.02;

  /** Measures this machine. */
  public static MachineSpeed ofThisMachine() {
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    // A collection stops all threads, with many cores for a considerable part of the time, which
    // must not count as time taken by other programs.
    LongSupplier running =
        () ->
            System.nanoTime()
                - 1_000_000
                    * collectors.stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .sum();
    return new MachineSpeed(
        new RegistryWork()::ofOneThread,
        running,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * The speed of concurrent threads.
   *
   * @param threads number of threads
   * @param pieces of work per second of CPU time of one thread
   * @param share of the time in which the threads had a processor, 0 to 1: below 1, another program
   *     or a quota took the processor
   */
  public record Sample(int threads, double pieces, double share) {

    /** The speed relative to a core of the reference machine. */
    public double factor() {
      return pieces / REFERENCE;
    }
  }

  /**
   * Works until JIT compilation is complete, 5 to 20 s. Call once, before any measurement.
   *
   * @return whether the speed is stable: the fastest of the last slices of half a second is hardly
   *     faster than the fastest of as many before. Other load only makes slices slower.
   */
  public boolean warmUp() throws InterruptedException {
    List<Double> slices = new ArrayList<>();
    while (slices.size() < MAX_SLICES) {
      // One thread leaves the other processors to the compiler.
      slices.add(measure(1, SLICE).pieces());
      if (slices.size() >= MIN_SLICES && isStable(slices)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStable(List<Double> slices) {
    int last = slices.size() - SLICES_COMPARED;
    return Collections.max(slices.subList(last, slices.size()))
        <= MAX_GROWTH * Collections.max(slices.subList(last - SLICES_COMPARED, last));
  }

  /**
   * Takes a sample.
   *
   * @param threads number of concurrent threads, at least 1
   * @param time of work of each thread, excluding garbage collections
   */
  public Sample measure(int threads, Duration time) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads, MachineSpeed::daemon);
    try {
      List<Callable<long[]>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Runnable piece = work.get();
        tasks.add(() -> repeat(piece, time.toNanos()));
      }
      long[] sum = new long[3];
      for (Future<long[]> future : pool.invokeAll(tasks)) {
        long[] one = future.get();
        Arrays.setAll(sum, i -> sum[i] + one[i]);
      }
      return new Sample(threads, sum[0] * 1e9 / sum[1], Math.min(1, (double) sum[1] / sum[2]));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** Creates daemon threads, so that an interrupted JVM need not wait for the end of a sample. */
  public static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "machine-speed");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns pieces, CPU nanoseconds and elapsed nanoseconds. */
  private long[] repeat(Runnable piece, long nanos) {
    long start = running.getAsLong();
    long cpuBefore = cpu.getAsLong();
    long pieces = 0;
    long elapsed;
    do {
      piece.run();
      pieces++;
      elapsed = running.getAsLong() - start;
    } while (elapsed < nanos);
    return new long[] {pieces, cpu.getAsLong() - cpuBefore, elapsed};
  }
}
