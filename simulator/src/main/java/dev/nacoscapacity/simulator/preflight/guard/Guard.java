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
 * Reads what was in the registry before us from every node each 5 s, and reports the first harm,
 * once.
 *
 * <p>A service with fewer healthy instances than the node had at the start, less what its {@link
 * Tolerance} tolerates, is harm at once: a false alarm here is a service that its owner scaled down
 * meanwhile, and then a run should end too. A failed read is not yet harm, since a node that pauses
 * to collect garbage, or drops a connection, comes back within seconds and its clients notice
 * nothing (they wait 50 s); it is read again at once, and the second failure in a row is harm. So a
 * dead node, which refuses both, is reported within milliseconds of being read, and a frozen one
 * after twice the 10 s that a read may take; at most the 5 s to the next read come before that.
 *
 * <p>No more than 8 reads are under way, so that the guard is no load of its own.
 */
public final class Guard implements AutoCloseable {

  /** What a single call of a read may take. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  static final Duration PERIOD = Duration.ofSeconds(5);

  /** From the first read that fails to the second one's end, at most, and some room. */
  public static final Duration SILENCE = Duration.ofSeconds(30);

  /** The most reads under way. */
  static final int AT_ONCE = 8;

  private static final long TICK_MILLIS = 100;

  private final Watch[] watches;
  private final Tolerance tolerance;
  private final RegistryReader reader;
  private final Executor executor;
  private final LongSupplier nanoClock;
  private final Consumer<Harm> onHarm;
  private volatile ExecutorService threads;
  private int underWay;
  private boolean over;

  /** One node and namespace. */
  private static final class Watch {
    final Baseline.Contents before;
    long due;
    boolean underWay;
    volatile int failures;

    Watch(Baseline.Contents before, long due) {
      this.before = before;
      this.due = due;
    }
  }

  /**
   * @param executor for reads, which block; it should have {@value #AT_ONCE} threads
   * @param onHarm takes the first harm, on one of the executor's threads
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
   * Begins to watch, on threads of its own.
   *
   * @param onHarm takes the first harm, on one of these threads
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

  /** Ends the watch; a read under way is no longer judged. */
  @Override
  public synchronized void close() {
    over = true;
    if (threads != null) {
      threads.shutdownNow();
    }
  }

  /** Begins the reads that are due, the one that waits longest first. */
  void tick() {
    for (Watch watch = nextDue(); watch != null; watch = nextDue()) {
      Watch mine = watch;
      executor.execute(() -> read(mine));
    }
  }

  private synchronized Watch nextDue() {
    long now = nanoClock.getAsLong();
    Watch next = null;
    for (Watch watch : watches) {
      boolean due = !watch.underWay && now - watch.due >= 0;
      if (due && (next == null || watch.due - next.due < 0)) {
        next = watch;
      }
    }
    if (next == null || over || underWay >= AT_ONCE) {
      return null;
    }
    next.underWay = true;
    next.due = now + PERIOD.toNanos();
    underWay++;
    return next;
  }

  private void read(Watch watch) {
    Baseline.Contents before = watch.before;
    Harm harm;
    try {
      harm = drop(before, reader.healthy(before.node(), before.namespace()));
      watch.failures = 0;
    } catch (ReadFailure e) {
      harm = failed(watch, e);
    } catch (RuntimeException e) {
      // A fault of our own too: the guard must not go blind unnoticed.
      harm = failed(watch, new ReadFailure(e.getMessage(), true));
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

  /** Notes that a read has ended; returns whether it is the first to have found harm. */
  private synchronized boolean ended(Watch watch, boolean harm) {
    watch.underWay = false;
    underWay--;
    if (watch.failures == 1) {
      watch.due = nanoClock.getAsLong();
    }
    boolean first = harm && !over;
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

  private Harm drop(Baseline.Contents before, Map<String, Integer> now) {
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
