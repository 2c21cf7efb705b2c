package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Measures the speed of a core of this machine during a run, with a fixed workload that uses a
 * hundredth of a core. The speed of a shared machine, and of the nodes on it, can vary by a factor
 * of two.
 */
final class SpeedWatch implements Progress, AutoCloseable {

  /**
   * Pieces per second of CPU time under load on the machine of {@link MachineSpeed#REFERENCE}: the
   * median of the 18 rows of {@code plans/fit-1.4.1.yaml}. The value is lower than without load,
   * since the load uses the caches.
   */
  static final double REFERENCE = 3_060;

  private static final Duration SAMPLE_TIME = Duration.ofMillis(8);

  /** Unmeasured work before each sample, which refills the caches. */
  private static final Duration WARM_UP_TIME = Duration.ofMillis(2);

  private static final int MIN_SAMPLES = 5;

  private final MachineSpeed machine;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(MachineSpeed::daemon);
  private final List<Double> windowSamples = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean measuring;

  /** Measures nothing before {@link #start}. */
  SpeedWatch(MachineSpeed machine) {
    this.machine = machine;
  }

  /** Takes a sample each second from now on. */
  SpeedWatch start() {
    thread.scheduleWithFixedDelay(this::sample, 1, 1, TimeUnit.SECONDS);
    return this;
  }

  void sample() {
    try {
      machine.measure(1, WARM_UP_TIME);
      double pieces = machine.measure(1, SAMPLE_TIME).pieces();
      if (measuring) {
        windowSamples.add(pieces);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void phase(String name, Duration expected) {
    measuring = name.equals(Phases.MEASURE);
  }

  @Override
  public void second(RunSecond second) {
    // Samples are taken on a separate thread.
  }

  /** Median speed in the measurement window over the reference; empty with fewer than 5 samples. */
  Optional<Double> speed() {
    double[] all = List.copyOf(windowSamples).stream().mapToDouble(Double::doubleValue).toArray();
    return all.length < MIN_SAMPLES
        ? Optional.empty()
        : Optional.of(Spread.quantile(all, 0.5) / REFERENCE);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
