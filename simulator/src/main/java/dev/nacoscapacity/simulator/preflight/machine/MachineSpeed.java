package dev.nacoscapacity.simulator.preflight.machine;

import dev.nacoscapacity.core.text.NumberText;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
   * costs, without other load, with a JDK of {@link #REFERENCE_JDK}. Measure it again after a
   * change of {@link RegistryWork}.
   */
  static final double REFERENCE = 4_650;

  /**
   * The feature version of that JDK. The compiler affects the speed as much as the machine does.
   */
  private static final int REFERENCE_JDK = 17;

  /** Until JIT compilation is complete. */
  private static final Duration WARM_UP = Duration.ofSeconds(15);

  private static final Duration MEASURED = Duration.ofSeconds(5);

  /** Below this share of the cores, more than occasional services ran besides. */
  private static final double LEAST_SHARE = 0.9;

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

  /** Measures for 20 s, and tells the speed, or why there is none, on one line. */
  public String line() throws InterruptedException {
    work(WARM_UP);
    long[] done = work(MEASURED);
    double share = (double) done[1] / done[2];
    return share < LEAST_SHARE
        ? "no speed of a core: other programs, or a quota, took %s of the processor time; try again on a quiet machine"
            .formatted(NumberText.percent(1 - share))
        : NumberText.of(
            "speed of a core: %.2f with %s busy, for bin/simulator size --speed (1 is of JDK %d)",
            done[0] * 1e9 / done[1] / REFERENCE,
            NumberText.counted(cores, "core", "cores"),
            REFERENCE_JDK);
  }

  /** Works with a thread on each core; returns pieces, CPU nanoseconds and elapsed nanoseconds. */
  private long[] work(Duration time) throws InterruptedException {
    ExecutorService pool =
        Executors.newFixedThreadPool(cores, new DefaultThreadFactory("machine-speed", true));
    try {
      List<Callable<long[]>> tasks = new ArrayList<>();
      for (int thread = 0; thread < cores; thread++) {
        Runnable piece = work.get();
        tasks.add(() -> repeat(piece, time.toNanos()));
      }
      long[] sum = new long[3];
      for (Future<long[]> future : pool.invokeAll(tasks)) {
        long[] one = future.get();
        Arrays.setAll(sum, i -> sum[i] + one[i]);
      }
      return sum;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
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
