package dev.nacoscapacity.calibration.cli;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Lines about what is measured, and a sign of life when one case takes long. */
final class Heartbeat implements Consumer<String>, AutoCloseable {

  private static final long SILENCE_SECONDS = 10;

  private final Consumer<String> out;
  private final LongSupplier nanoclock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "heartbeat");
            thread.setDaemon(true);
            return thread;
          });
  private String last;
  private long since;
  private long said;

  Heartbeat(Consumer<String> out, LongSupplier nanoclock) {
    this.out = out;
    this.nanoclock = nanoclock;
  }

  static Heartbeat start(Consumer<String> out) {
    Heartbeat heartbeat = new Heartbeat(out, System::nanoTime);
    heartbeat.timer.scheduleWithFixedDelay(heartbeat::beat, 1, 1, TimeUnit.SECONDS);
    return heartbeat;
  }

  @Override
  public synchronized void accept(String line) {
    last = line;
    since = nanoclock.getAsLong();
    said = since;
    out.accept(line);
  }

  /** Repeats the last line when nothing was said for a while. */
  synchronized void beat() {
    long now = nanoclock.getAsLong();
    if (last != null && now - said >= TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
      said = now;
      out.accept("%s, for %d s".formatted(last, TimeUnit.NANOSECONDS.toSeconds(now - since)));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
