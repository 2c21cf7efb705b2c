package dev.nacoscapacity.calibration.cli;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Prints the current case, and repeats the last line with its age when a case takes long. */
final class ProgressLog implements Consumer<String>, AutoCloseable {

  private static final long SILENCE_SECONDS = 10;

  private final Consumer<String> out;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
          });
  private String last;
  private long since;
  private long printed;

  ProgressLog(Consumer<String> out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
  }

  static ProgressLog start(Consumer<String> out) {
    ProgressLog log = new ProgressLog(out, System::nanoTime);
    log.timer.scheduleWithFixedDelay(log::tick, 1, 1, TimeUnit.SECONDS);
    return log;
  }

  @Override
  public synchronized void accept(String line) {
    last = line;
    since = nanoTime.getAsLong();
    printed = since;
    out.accept(line);
  }

  /** Repeats the last line when nothing was printed for {@value #SILENCE_SECONDS} s. */
  synchronized void tick() {
    long now = nanoTime.getAsLong();
    if (last != null && now - printed >= TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
      printed = now;
      out.accept("%s, for %d s".formatted(last, TimeUnit.NANOSECONDS.toSeconds(now - since)));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
