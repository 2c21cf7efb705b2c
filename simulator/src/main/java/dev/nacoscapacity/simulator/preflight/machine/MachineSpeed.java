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
 * Measures the speed of a core of this machine: pieces of a fixed, registry-like work in a second
 * of CPU time. Only the CPU time of the working threads counts, so other load on the machine only
 * matters by its effect on caches and clock rate.
 *
 * <p>Two hardware threads of one core, and cores that share caches, memory or a power budget, make
 * each other slower. A node under load uses all cores, so the factor of a machine is measured with
 * a thread on each core.
 */
public final class MachineSpeed {

  /**
   * Pieces in a second of CPU time, each core busy, of the reference machine of the shipped costs:
   * the median of {@code bin/calibrate machine} on that machine without other load, with a JDK of
   * {@link #REFERENCE_JDK}. After a change of {@link RegistryWork} this value must be measured
   * again.
   */
  public static final double REFERENCE = 4_650;

  /**
   * The feature version of that JDK, since the compiler affects the speed as much as the machine
   * does.
   */
  public static final int REFERENCE_JDK = 17;

  private static final Duration SLICE = Duration.ofMillis(500);
  private static final int SLICES_COMPARED = 4;
  private static final int FEWEST_SLICES = 10;
  private static final int MOST_SLICES = 40;
  private static final double LEVEL = 1.02;

  private final Supplier<Runnable> work;
  private final LongSupplier running;
  private final LongSupplier cpu;
  private final int cores;

  /**
   * @param work creates the repeated work of a thread; one run is a piece
   * @param running clock in nanoseconds that excludes pauses of this JVM
   * @param cpu CPU time of the calling thread, in nanoseconds
   * @param cores how many threads make this machine busy
   */
  public MachineSpeed(Supplier<Runnable> work, LongSupplier running, LongSupplier cpu, int cores) {
    this.work = work;
    this.running = running;
    this.cpu = cpu;
    this.cores = cores;
  }

  /** The speed of this machine. */
  public static MachineSpeed ofThisMachine() {
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    // A collection stops all threads, on many cores for a considerable part of the time, which must
    // not count as time taken by other programs.
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
   * A sample of concurrent threads.
   *
   * @param threads number of threads
   * @param pieces of work in a second of CPU time, of one thread
   * @param share of the time in which the threads had a processor, 0 to 1: below 1, another program
   *     or a quota took the processor
   */
  public record Sample(int threads, double pieces, double share) {

    /** The speed relative to a core of the reference machine. */
    public double factor() {
      return pieces / REFERENCE;
    }
  }

  /** How many processors this JVM may use. */
  public int cores() {
    return cores;
  }

  /**
   * Works until JIT compilation is complete, 5 to 20 s. To be called once, before any measurement.
   *
   * @return whether the speed is stable: the fastest of the last slices of half a second is no
   *     faster than the fastest of as many slices before. Other load makes single slices slower,
   *     never faster.
   */
  public boolean warmUp() throws InterruptedException {
    List<Double> slices = new ArrayList<>();
    while (slices.size() < MOST_SLICES) {
      // One thread, which leaves the other processors to the compiler.
      slices.add(measure(1, SLICE).pieces());
      if (slices.size() >= FEWEST_SLICES && level(slices)) {
        return true;
      }
    }
    return false;
  }

  private static boolean level(List<Double> slices) {
    int last = slices.size() - SLICES_COMPARED;
    return Collections.max(slices.subList(last, slices.size()))
        <= LEVEL * Collections.max(slices.subList(last - SLICES_COMPARED, last));
  }

  /**
   * Takes a sample.
   *
   * @param threads number of concurrent threads, 1 or more
   * @param time of work for each thread, without garbage collections
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
      for (Future<long[]> done : pool.invokeAll(tasks)) {
        long[] one = done.get();
        Arrays.setAll(sum, i -> sum[i] + one[i]);
      }
      return new Sample(threads, sum[0] * 1e9 / sum[1], Math.min(1, (double) sum[1] / sum[2]));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** So that a JVM that was interrupted need not wait for the end of a sample. */
  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "machine-speed");
    thread.setDaemon(true);
    return thread;
  }

  /** Pieces, nanoseconds of CPU time, nanoseconds that passed. */
  private long[] repeat(Runnable piece, long nanos) {
    long begun = running.getAsLong();
    long cpuBefore = cpu.getAsLong();
    long pieces = 0;
    long passed;
    do {
      piece.run();
      pieces++;
      passed = running.getAsLong() - begun;
    } while (passed < nanos);
    return new long[] {pieces, cpu.getAsLong() - cpuBefore, passed};
  }
}
