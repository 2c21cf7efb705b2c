package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.repeats.Spread;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How fast a core of this machine is while a run lasts: a fixed piece of work, for a hundredth of a
 * core. A machine that others share is half as fast at one time as at another, and so are the nodes
 * on it.
 */
final class SpeedWatch implements Progress, AutoCloseable {

  /**
   * Pieces in a second of CPU time beside a load on the machine of {@link MachineSpeed#REFERENCE}:
   * the median of the 18 rows of {@code plans/fit-1.4.1.yaml}. It is less than alone, since what
   * runs beside it takes the caches.
   */
  static final double REFERENCE = 3_060;

  private static final Duration EACH = Duration.ofMillis(8);

  /** Work before each sample, which brings back into the caches what the load displaced. */
  private static final Duration AGAIN = Duration.ofMillis(2);

  private static final int LEAST = 5;

  private final MachineSpeed machine;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Double> inWindow = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean measuring;

  /** Nothing is watched before {@link #start}. */
  SpeedWatch(MachineSpeed machine) {
    this.machine = machine;
  }

  /** Takes a sample each second from now on. */
  SpeedWatch start() {
    Thread thread = new Thread(this::watch, "machine-speed");
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private void watch() {
    try {
      while (!closed.await(1, TimeUnit.SECONDS)) {
        sample();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void sample() throws InterruptedException {
    machine.measure(1, AGAIN);
    double pieces = machine.measure(1, EACH).pieces();
    if (measuring) {
      inWindow.add(pieces);
    }
  }

  @Override
  public void phase(String name, Duration expected) {
    measuring = name.equals(Phases.MEASURE);
  }

  @Override
  public void second(RunSecond second) {
    // Its own thread takes the samples.
  }

  /** Over that of the reference, the median of the measurement window; null if that was short. */
  Double speed() {
    double[] all = List.copyOf(inWindow).stream().mapToDouble(Double::doubleValue).toArray();
    return all.length < LEAST ? null : Double.valueOf(Spread.quantile(all, 0.5) / REFERENCE);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
