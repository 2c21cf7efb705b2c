package dev.nacoscapacity.simulator.preflight.guard;

import dev.nacoscapacity.simulator.preflight.guard.RegistryReader.ReadFailure;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

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

  private static final Duration PERIOD = Duration.ofSeconds(5);

  /** Maximum time from the first failed read to the end of the second one, with a margin. */
  public static final Duration SILENCE = Duration.ofSeconds(30);

  /** Maximum number of reads in flight. */
  private static final int AT_ONCE = 8;

  private final List<Watch> watches;
  private final Tolerance tolerance;
  private final RegistryReader reader;
  private final ScheduledExecutorService threads;
  private final Consumer<Harm> onHarm;
  private final AtomicBoolean over = new AtomicBoolean();

  /** One node and namespace. */
  private static final class Watch {
    private final Baseline.Contents before;
    private volatile int failures;

    private Watch(Baseline.Contents before) {
      this.before = before;
    }
  }

  /**
   * Starts to watch.
   *
   * @param threads for reads, which block; ended with this guard
   * @param onHarm receives the first harm, on one of these threads
   */
  Guard(
      Baseline baseline,
      Tolerance tolerance,
      RegistryReader reader,
      ScheduledExecutorService threads,
      Consumer<Harm> onHarm) {
    this.watches = baseline.contents().stream().map(Watch::new).toList();
    this.tolerance = tolerance;
    this.reader = reader;
    this.threads = threads;
    this.onHarm = onHarm;
    long period = PERIOD.toMillis();
    for (Watch watch : watches) {
      threads.scheduleWithFixedDelay(() -> look(watch), period, period, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Starts to watch, on separate threads.
   *
   * @param onHarm receives the first harm, on one of these threads
   */
  public static Guard watching(
      Baseline baseline, Tolerance tolerance, RegistryReader reader, Consumer<Harm> onHarm) {
    return new Guard(baseline, tolerance, reader, threads(), onHarm);
  }

  /** As many threads as reads may be in flight. */
  static ScheduledExecutorService threads() {
    return Executors.newScheduledThreadPool(AT_ONCE, new DefaultThreadFactory("guard", true));
  }

  /** Stops the watch; results of reads in flight are ignored. */
  @Override
  public void close() {
    over.set(true);
    // Without interrupts: the thread that found harm still has to report it.
    threads.shutdown();
  }

  private void look(Watch watch) {
    Optional<Harm> harm = read(watch);
    if (watch.failures == 1) {
      harm = read(watch);
    }
    if (harm.isPresent() && over.compareAndSet(false, true)) {
      close();
      onHarm.accept(harm.get());
    }
  }

  private Optional<Harm> read(Watch watch) {
    Baseline.Contents before = watch.before;
    try {
      Optional<Harm> harm = drop(before);
      if (harm.isPresent()) {
        // A list of several pages skips a service while another one is removed.
        harm = drop(before);
      }
      watch.failures = 0;
      return harm;
    } catch (ReadFailure e) {
      return failed(watch, e);
    } catch (Throwable e) {
      // An internal error, even of memory, counts as a failed read: the guard must not fail
      // silently.
      return failed(watch, new ReadFailure(e.toString(), Harm.Kind.SILENCE));
    }
  }

  private Optional<Harm> failed(Watch watch, ReadFailure failure) {
    watch.failures++;
    return watch.failures > 1 && silentNodes() > silentAtMost()
        ? Optional.of(Harm.silence(watch.before.node(), failure))
        : Optional.empty();
  }

  /** Where all fail, at least one does that no run broke, and nothing is guarded any more. */
  private long silentAtMost() {
    long nodes = watches.stream().map(watch -> watch.before.node()).distinct().count();
    return tolerance.guardsNodes() || nodes == 1 ? tolerance.nodes() : nodes - 1;
  }

  /** Nodes whose last two reads, of any namespace, failed. */
  private long silentNodes() {
    return watches.stream()
        .filter(watch -> watch.failures > 1)
        .map(watch -> watch.before.node())
        .distinct()
        .count();
  }

  private Optional<Harm> drop(Baseline.Contents before) throws ReadFailure {
    Map<String, Integer> now = reader.healthy(before.node(), before.namespace());
    for (Map.Entry<String, Integer> service : before.healthy().entrySet()) {
      int healthy = now.getOrDefault(service.getKey(), 0);
      if (healthy < tolerance.fewest(service.getValue())) {
        return Optional.of(
            Harm.drop(
                before.node(), before.namespace(), service.getKey(), service.getValue(), healthy));
      }
    }
    return Optional.empty();
  }
}
