package dev.nacoscapacity.calibration.process;

import dev.nacoscapacity.simulator.observe.proc.ProcessUsage;
import java.time.Duration;

/**
 * What a process took from its start to its end, as {@code /proc} showed it last; nothing of one
 * that ended before anybody looked.
 *
 * @param ended whether it ended by itself; if not, it took too long
 * @param cpuSeconds user and system time
 * @param peakBytes most resident memory, {@code VmHWM}
 */
public record Lifetime(boolean ended, double cpuSeconds, long peakBytes) {

  /** The kernel forgets a process when it ends, so that is how much of its end may be missing. */
  private static final int LOOK_MILLIS = 20;

  /** Waits for a process's end, and looks at it meanwhile. */
  public static Lifetime watch(PinnedProcess process, Duration patience)
      throws InterruptedException {
    ProcessUsage usage = process.usage();
    long deadline = System.nanoTime() + patience.toNanos();
    double cpuSeconds = 0;
    long peakBytes = 0;
    while (process.isAlive() && System.nanoTime() < deadline) {
      cpuSeconds = Math.max(cpuSeconds, usage.cpuSeconds());
      peakBytes = Math.max(peakBytes, usage.peakResidentBytes().orElse(0));
      Thread.sleep(LOOK_MILLIS);
    }
    return new Lifetime(!process.isAlive(), cpuSeconds, peakBytes);
  }
}
