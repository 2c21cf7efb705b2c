package dev.nacoscapacity.simulator.preflight.guard;

import dev.nacoscapacity.simulator.preflight.guard.RegistryReader.ReadFailure;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reads the services that existed before the run from every node every 5 s, and reports the first
 * harm, once.
 *
 * <p>A service that has lost more healthy instances on a node than the {@link Tolerance} allows is
 * harm immediately. A false alarm is a service that its owner scales down meanwhile; the run should
 * stop then, too. A single failed read is not harm, since a node that pauses for garbage
 * collection, or drops a connection, recovers within seconds, and its clients notice nothing (they
 * wait 50 s). The read is retried immediately, and the second failure in a row is harm. From the
 * next read, up to 5 s later, a dead node takes milliseconds to detect, since it refuses both
 * reads, and a frozen node twice the timeout of 10 s.
 *
 * <p>At most 8 reads are in flight, so that the guard adds no significant load.
 */
public final class Guard implements AutoCloseable {

  /** The timeout of each call of a read. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  static final Duration PERIOD = Duration.ofSeconds(5);

  /** Maximum time from the first failed read to the end of the second one, with a margin. */
  public static final Duration SILENCE = Duration.ofSeconds(30);

  /** Maximum number of reads in flight. */
  static final int AT_ONCE = 8;

  private static final long TICK_MILLIS = 100;

  private final Watch[] watches;
  private final Tolerance tolerance;
  private final RegistryReader reader;
  private final Executor executor;
  private final LongSupplier nanoClock;
  private final Consumer<Harm> onHarm;
  private volatile ExecutorService threads;
  private int inFlight;
  private boolean closed;

  /** One node and namespace. */
  private static final class Watch {
    final Baseline.Contents before;
    long due;
    boolean inFlight;
    volatile int failures;

    Watch(Baseline.Contents before, long due) {
      this.before = before;
      this.due = due;
    }
  }

  /**
   * @param executor for reads, which block; it should have {@value #AT_ONCE} threads
   * @param onHarm receives the first harm, on one of the executor's threads
   */
  Guard(
      Baseline baseline,
      Tolerance tolerance,
      RegistryReader reader,
      Executor executor,
      LongSupplier nanoClock,
      Consumer<Harm> onHarm) {
    long first = nanoClock.getAsLong() + PERIOD.toNanos();
    this.watches =
        baseline.contents().stream().map(before -> new Watch(before, first)).toArray(Watch[]::new);
    this.tolerance = tolerance;
    this.reader = reader;
    this.executor = executor;
    this.nanoClock = nanoClock;
    this.onHarm = onHarm;
  }

  /**
   * Starts to watch, on separate threads.
   *
   * @param onHarm receives the first harm, on one of these threads
   */
  public static Guard watching(
      Baseline baseline, Tolerance tolerance, RegistryReader reader, Consumer<Harm> onHarm) {
    ScheduledExecutorService threads =
        Executors.newScheduledThreadPool(
            AT_ONCE + 1,
            task -> {
              Thread thread = new Thread(task, "guard");
              thread.setDaemon(true);
              return thread;
            });
    Guard guard = new Guard(baseline, tolerance, reader, threads, System::nanoTime, onHarm);
    guard.threads = threads;
    threads.scheduleAtFixedRate(guard::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    return guard;
  }

  /** Stops the watch; results of reads in flight are ignored. */
  @Override
  public synchronized void close() {
    closed = true;
    if (threads != null) {
      // Without interrupts: the thread that found harm still has to report it.
      threads.shutdown();
    }
  }

  /** Starts the reads that are due, the earliest due first. */
  synchronized void tick() {
    for (Watch watch = nextDue(); watch != null; watch = nextDue()) {
      Watch due = watch;
      executor.execute(() -> read(due));
    }
  }

  private Watch nextDue() {
    long now = nanoClock.getAsLong();
    Watch next = null;
    for (Watch watch : watches) {
      boolean due = !watch.inFlight && now - watch.due >= 0;
      if (due && (next == null || watch.due - next.due < 0)) {
        next = watch;
      }
    }
    if (next == null || closed || inFlight >= AT_ONCE) {
      return null;
    }
    next.inFlight = true;
    next.due = now + PERIOD.toNanos();
    inFlight++;
    return next;
  }

  private void read(Watch watch) {
    Baseline.Contents before = watch.before;
    Harm harm;
    try {
      harm = drop(before);
      if (harm != null) {
        // A list of several pages skips a service while another one is removed.
        harm = drop(before);
      }
      watch.failures = 0;
    } catch (ReadFailure e) {
      harm = failed(watch, e);
    } catch (Throwable e) {
      // An internal error, even of memory, counts as a failed read: the guard must not fail
      // silently.
      harm = failed(watch, new ReadFailure(e.toString(), Harm.Kind.SILENCE));
    }
    if (ended(watch, harm != null)) {
      onHarm.accept(harm);
    } else {
      tick();
    }
  }

  private Harm failed(Watch watch, ReadFailure failure) {
    watch.failures++;
    return watch.failures > 1 && silentNodes() > tolerance.nodes()
        ? Harm.silence(watch.before.node(), failure)
        : null;
  }

  /** Records the end of a read; returns whether it is the first to find harm. */
  private synchronized boolean ended(Watch watch, boolean harm) {
    watch.inFlight = false;
    inFlight--;
    if (watch.failures == 1) {
      watch.due = nanoClock.getAsLong();
    }
    boolean first = harm && !closed;
    if (first) {
      close();
    }
    return first;
  }

  /** Nodes whose last two reads, of any namespace, failed. */
  private long silentNodes() {
    return Arrays.stream(watches)
        .filter(watch -> watch.failures > 1)
        .map(watch -> watch.before.node())
        .distinct()
        .count();
  }

  private Harm drop(Baseline.Contents before) throws ReadFailure {
    Map<String, Integer> now = reader.healthy(before.node(), before.namespace());
    for (Map.Entry<String, Integer> service : before.healthy().entrySet()) {
      int healthy = now.getOrDefault(service.getKey(), 0);
      if (healthy < tolerance.fewest(service.getValue())) {
        return Harm.drop(
            before.node(), before.namespace(), service.getKey(), service.getValue(), healthy);
      }
    }
    return null;
  }
}
