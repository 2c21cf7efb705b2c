package dev.nacoscapacity.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Virtual time, which jumps from one event to the next. Events run on the waiting thread, in the
 * order of their times; events with the same time run in the order in which they were scheduled. A
 * thread that waited until that time continues after these events. So the result is deterministic:
 * it depends only on the events.
 *
 * <p>Only one thread, the run's, and the threads that it forks may use virtual time. One of them at
 * a time holds the baton, and all others are parked: the waiting thread runs the events until it is
 * the turn of some thread, and passes the baton on unless that thread is itself. A run without
 * forks never passes the baton. Other threads may only raise a {@link Signal}, which is checked
 * between events.
 *
 * <p>An exception of an event or of a forked task is thrown in the run's thread, from its current
 * wait. The same holds for a deadlock, when all threads wait and no event is left.
 */
public final class VirtualTime implements Time, EventThread {

  private static final long NEVER = EventQueue.NEVER;

  private final EventQueue events = new EventQueue();
  private final Instant epoch;
  private final Turn run = new Turn("the run");

  /** All waiting threads, in the order in which they began to wait. */
  private final List<Turn> waiting = new ArrayList<>();

  /** The waiting thread with the earliest deadline, and that deadline. */
  private Turn first;

  private long firstAt = NEVER;
  private long now;
  private long ran;
  private boolean withinEvent;
  private Throwable failure;

  /** The thread that may run. */
  private volatile Turn baton = run;

  /** Whether a signal that a thread waits for may have been raised. */
  private volatile boolean raised;

  /**
   * @param epoch the time of day when it begins
   */
  public VirtualTime(Instant epoch) {
    this.epoch = epoch;
  }

  /** How many events have run. */
  public long events() {
    return ran;
  }

  /** Since it began. */
  @Override
  public long nanos() {
    return now;
  }

  @Override
  public Instant timeOfDay() {
    return epoch.plusNanos(now);
  }

  @Override
  public void execute(Runnable task) {
    after(0, task);
  }

  @Override
  public void after(long nanos, Runnable task) {
    events.add(now + Math.max(0, nanos), task);
  }

  /** Always true: the caller holds the baton, and all other threads are parked. */
  @Override
  public boolean isCurrent() {
    return true;
  }

  /**
   * Runs events until a moment, or until a condition holds after an event. For a run without forks.
   *
   * @param moment in {@link #nanos}; nothing runs for a past moment
   * @return whether the condition held
   */
  public boolean runUntil(long moment, BooleanSupplier condition) {
    for (long at = events.nextAt(); at <= moment && at < NEVER; at = events.nextAt()) {
      runNextEvent(at);
      if (condition.getAsBoolean()) {
        return true;
      }
    }
    now = Math.max(now, moment);
    return false;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException in the run's thread, when no event is left that could end any
   *     wait; and always within an event, which must not wait
   */
  @Override
  public boolean await(Signal signal, Duration atMost) throws InterruptedException {
    Turn own = baton;
    if (withinEvent) {
      throw new IllegalStateException("an event waits for " + signal + ", and must not wait");
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!signal.isRaised()) {
      own.await(signal, atMost);
    }
    return signal.isRaised();
  }

  @Override
  public Fork fork(String name, Runnable task) {
    Turn forked = new Turn(name);
    forked.thread = new Thread(() -> forked.run(task), name);
    forked.thread.setDaemon(true);
    forked.signal = forked.end;
    add(forked, now);
    return forked;
  }

  /** Runs events until it is the turn of a waiting thread, and returns that thread. */
  private Turn next() {
    while (failure == null) {
      if (raised) {
        // Reset first, so that signals raised by other threads meanwhile are checked again.
        raised = false;
        for (Turn turn : waiting) {
          if (turn.woken()) {
            // There may be further raised signals.
            raised = true;
            return turn;
          }
        }
      }
      long at = events.nextAt();
      if (at <= firstAt && at < NEVER) {
        try {
          runNextEvent(at);
        } catch (Throwable e) {
          failure = e;
        }
      } else if (firstAt < NEVER) {
        now = Math.max(now, firstAt);
        return first;
      } else {
        failure = nothingLeft();
      }
    }
    return run;
  }

  private void runNextEvent(long at) {
    now = at;
    ran++;
    withinEvent = true;
    try {
      events.take().run();
    } finally {
      withinEvent = false;
    }
  }

  private IllegalStateException nothingLeft() {
    return new IllegalStateException(
        waiting.stream()
            .map(turn -> turn.name + " waits for " + turn.signal)
            .collect(Collectors.joining(", ", "nothing is left to happen, but ", "")));
  }

  private void add(Turn turn, long until) {
    turn.until = until;
    waiting.add(turn);
    if (until < firstAt) {
      first = turn;
      firstAt = until;
    }
  }

  private void remove(Turn turn) {
    waiting.remove(turn);
    firstAt = NEVER;
    for (Turn each : waiting) {
      if (each.until < firstAt) {
        first = each;
        firstAt = each.until;
      }
    }
  }

  /** A thread that takes turns with the others. */
  private final class Turn implements Fork, Runnable {

    private final String name;
    private final Signal end;

    /** Null until the first wait of the run's thread. */
    private Thread thread;

    /** The signal that the thread waits for, and the deadline. */
    private Signal signal;

    private long until;
    private boolean interrupted;

    private Turn(String name) {
      this.name = name;
      this.end = new Signal("the end of " + name);
    }

    private void await(Signal awaited, Duration atMost) throws InterruptedException {
      thread = Thread.currentThread();
      signal = awaited;
      long nanos = Math.max(0, atMost.toNanos());
      add(this, nanos < NEVER - now ? now + nanos : NEVER);
      awaited.watch(this);
      // The signal may have been raised before the callback was registered.
      raised = true;
      try {
        handOver(next());
        park();
      } finally {
        remove(this);
        awaited.unwatch(this);
      }
      surface();
      if (interrupted) {
        interrupted = false;
        throw new InterruptedException();
      }
    }

    /** Called when the signal was raised, by any thread. */
    @Override
    public void run() {
      raised = true;
    }

    private boolean woken() {
      return interrupted || signal.isRaised();
    }

    private void handOver(Turn next) {
      if (next == this) {
        return;
      }
      // Starts a thread that has not started yet, or unparks a parked one.
      baton = next;
      if (next.thread.getState() == Thread.State.NEW) {
        next.thread.start();
      } else {
        LockSupport.unpark(next.thread);
      }
    }

    private void park() {
      boolean byOthers = false;
      while (baton != this) {
        LockSupport.park(VirtualTime.this);
        byOthers |= Thread.interrupted();
      }
      if (byOthers) {
        thread.interrupt();
      }
    }

    /** Throws an exception of any thread in the run's thread. */
    private void surface() {
      Throwable thrown = failure;
      if (this == run && thrown != null) {
        failure = null;
        VirtualTime.<RuntimeException>rethrow(thrown);
      }
    }

    private void run(Runnable task) {
      remove(this);
      if (interrupted) {
        interrupted = false;
        thread.interrupt();
      }
      try {
        task.run();
      } catch (Throwable e) {
        failure = e;
      }
      end.raise();
      handOver(next());
    }

    @Override
    public void interrupt() {
      if (this == baton && !waiting.contains(this)) {
        thread.interrupt();
      } else {
        interrupted = true;
        raised = true;
      }
    }

    @Override
    public Signal end() {
      return end;
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
