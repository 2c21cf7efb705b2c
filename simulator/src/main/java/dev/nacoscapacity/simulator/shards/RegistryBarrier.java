package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Fork;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/**
 * The barrier of a shard whose others run on other machines: they meet in the registry under test.
 * A fault of any of them, such as one that is missing, dead, doubled or of other settings, stops
 * this run as interrupted, and is the reason in its record.
 */
public final class RegistryBarrier implements Barrier, AutoCloseable {

  /** From one look to the next while the run waits for others, and while it does not. */
  private static final Duration WAITING = Duration.ofSeconds(1);

  private static final Duration RUNNING = Duration.ofSeconds(5);

  /** From one renewal to the next, at most. */
  private static final Duration RENEWAL = Duration.ofSeconds(3);

  /** The first renewals come with each look, so that a shard is soon known to be alive. */
  private static final int FIRST_BEATS = 3;

  /** From the last arrival to the window. All must have seen that arrival by then. */
  static final Duration NOTICE = Duration.ofSeconds(4);

  private final ShardBoard board;
  private final StopSignal stop;
  private final Time time;
  private final ShardRoster roster;
  private final Map<Step, Go> released = new EnumMap<>(Step.class);
  private final Fork thread;
  private ShardEntry own;
  private Signal wake = new Signal("a step of this shard");
  private Optional<Machine.Clock> clock = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private long renewed;
  private boolean changed = true;
  private volatile boolean closed;

  RegistryBarrier(
      ShardBoard board, ShardEntry own, List<String> settings, StopSignal stop, Time time) {
    this.board = board;
    this.own = own;
    this.stop = stop;
    this.time = time;
    this.roster = new ShardRoster(settings, time.nanos());
    this.thread = time.fork("shards", this::run);
  }

  /**
   * Appears in the registry, until closed.
   *
   * @param nodes of the registry, in the same order for each shard
   * @param workload of this shard
   * @param common what has to be equal in all shards, by name
   * @param stop is raised by a fault of another shard
   */
  public static RegistryBarrier open(
      List<AdminClient> nodes,
      Workload workload,
      SortedMap<String, String> common,
      StopSignal stop,
      Time time) {
    return new RegistryBarrier(
        new RegistryBoard(nodes, workload.population().namespace(), time),
        ShardEntry.of(
            workload.seed(),
            workload.population().shard(),
            UUID.randomUUID().toString().substring(0, 8),
            common),
        List.copyOf(common.keySet()),
        stop,
        time);
  }

  @Override
  public synchronized Optional<Go> pass(Step step, boolean well) {
    if (own.at(step).isEmpty()) {
      own = own.arrived(step, new ShardEntry.Arrival(registryTime(), well));
      changed = true;
      wake.raise();
    }
    return Optional.ofNullable(released.get(step));
  }

  /** How far this machine's clock is from the registry's; empty when unknown. */
  public synchronized Optional<Machine.Clock> clock() {
    return clock;
  }

  private Instant registryTime() {
    return time.timeOfDay()
        .plusNanos(Math.round(clock.map(Machine.Clock::offsetMs).orElse(0.0) * 1e6));
  }

  private void run() {
    try {
      while (!closed) {
        Signal next = new Signal("a step of this shard");
        synchronized (this) {
          wake = next;
        }
        look();
        time.await(next, isWaiting() ? WAITING : RUNNING);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized boolean isWaiting() {
    return !released.keySet().containsAll(own.arrivals().keySet());
  }

  /** Reads the others even if nobody can read this shard: they tell when it has to stop. */
  private void look() {
    Optional<String> unshown = failureOf(() -> renewal().ifPresent(board::put));
    Optional<String> unread = failureOf(() -> saw(board.list()));
    synchronized (this) {
      changed |= unshown.isPresent();
      failure = unread.or(() -> unshown);
      judge();
    }
  }

  private static Optional<String> failureOf(Runnable call) {
    try {
      call.run();
      return Optional.empty();
    } catch (AdminException e) {
      return Optional.of(e.getMessage());
    } catch (RuntimeException e) {
      return Optional.of(e.toString());
    }
  }

  private synchronized Optional<ShardEntry> renewal() {
    if (stop.request().isPresent() && own.stopped().isEmpty()) {
      own = own.stoppedBy(own.shard().index());
      changed = true;
    }
    long now = time.nanos();
    if (!changed && own.beat() >= FIRST_BEATS && now - renewed < RENEWAL.toNanos()) {
      return Optional.empty();
    }
    changed = false;
    renewed = now;
    own = own.renewed();
    return Optional.of(own);
  }

  private synchronized void saw(List<ShardEntry> listed) {
    clock = board.clock();
    long now = time.nanos();
    roster.saw(own, listed, now);
    for (Step step : own.arrivals().keySet()) {
      if (!released.containsKey(step)) {
        roster
            .gathering(step, own)
            .ifPresent(
                all -> {
                  released.put(step, new Go(all.well(), at(step, all.last(), now)));
                  // The others may still wait for a sign of life.
                  changed = true;
                  wake.raise();
                });
      }
    }
  }

  /** The window begins at one moment everywhere, the rest as soon as a shard knows that it may. */
  private long at(Step step, Instant last, long now) {
    if (step != Step.COMPLETE) {
      return now;
    }
    long left = Duration.between(registryTime(), last.plus(NOTICE)).toMillis();
    return now + Duration.ofMillis(Math.max(0, Math.min(left, NOTICE.toMillis()))).toNanos();
  }

  private void judge() {
    if (stop.request().isPresent() || released.containsKey(Step.SWEPT)) {
      return;
    }
    roster
        .fault(own, time.nanos())
        .ifPresent(
            fault -> {
              own = own.stoppedBy(fault.shard());
              changed = true;
              wake.raise();
              stop.stop(StopSignal.Cause.INTERRUPTED, withFailure(fault.message()));
            });
  }

  private Message withFailure(Message fault) {
    if (failure.isEmpty()) {
      return fault;
    }
    Map<String, Object> arguments = new LinkedHashMap<>(fault.arguments());
    arguments.put("failure", failure.get());
    return Message.of(fault.code(), arguments);
  }

  /**
   * Leaves the registry. A shard that did not come to its end stays there as a stopped one until it
   * expires, so that the others learn of it.
   */
  @Override
  public void close() {
    closed = true;
    try {
      thread.interrupt();
      time.await(thread.end());
      if (released.containsKey(Step.SWEPT)) {
        board.remove(own);
      } else {
        board.put(own.stoppedBy(own.shard().index()).renewed());
      }
    } catch (AdminException e) {
      // It expires.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
