package dev.nacoscapacity.cluster.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Time that jumps from one event to the next. Events run on the thread that waits, in the order of
 * their times, and those of one time in the order in which they were planned; who waited until that
 * time goes on after them. So what happens depends on nothing but the events.
 *
 * <p>It is for one thread, the run's, and for those that it forks. One of them at a time holds the
 * baton, and all others are parked: who waits runs the events until it is somebody's turn, and
 * hands the baton over unless that is itself. A run without forks is never handed over. No other
 * thread may ask for anything here; what it may do is to raise a {@link Signal}, which is looked
 * for between events.
 *
 * <p>What an event or a forked task throws surfaces in the run's thread, out of what that waits
 * for. So does that nothing is left to happen while all wait.
 */
public final class VirtualTime implements Time, EventThread {

  private static final long NEVER = EventQueue.NEVER;

  private final EventQueue events = new EventQueue();
  private final Instant epoch;
  private final Turn run = new Turn("the run");

  /** All who wait, in the order in which they began to. */
  private final List<Turn> waiting = new ArrayList<>();

  /** The one of them whose time is up first, and when. */
  private Turn first;

  private long firstAt = NEVER;
  private long now;
  private long ran;
  private boolean withinEvent;
  private Throwable failure;

  /** Whose thread may go on. */
  private volatile Turn baton = run;

  /** Whether something may have been raised that somebody waits for. */
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

  /** True: whoever asks holds the baton, and everything else stands still. */
  @Override
  public boolean isCurrent() {
    return true;
  }

  /**
   * Runs what happens until a moment, or until a condition holds after an event. For a run without
   * forks.
   *
   * @param moment in {@link #nanos}; one that is over runs nothing
   * @return whether the condition held
   */
  public boolean runUntil(long moment, BooleanSupplier condition) {
    while (events.nextAt() <= moment && events.nextAt() < NEVER) {
      runNextEvent();
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
   * @throws IllegalStateException in the run's thread, when nothing is left to happen that could
   *     end any wait; and always within an event, which must not wait
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
  public Forked fork(String name, Runnable task) {
    Turn forked = new Turn(name);
    forked.thread = new Thread(() -> forked.run(task), name);
    forked.thread.setDaemon(true);
    forked.signal = forked.done;
    add(forked, now);
    return forked;
  }

  /** Runs what happens until it is the turn of one who waits, and tells whose. */
  private Turn next() {
    while (failure == null) {
      if (raised) {
        // First, so that what is raised by others meanwhile is looked for again.
        raised = false;
        for (Turn turn : waiting) {
          if (turn.woken()) {
            // There may be more.
            raised = true;
            return turn;
          }
        }
      }
      long at = events.nextAt();
      if (at <= firstAt && at < NEVER) {
        try {
          runNextEvent();
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

  private void runNextEvent() {
    now = events.nextAt();
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
  private final class Turn implements Forked, Runnable {

    private final String name;
    private final Signal done;

    /** Null until the run's first waits. */
    private Thread thread;

    /** What it waits for, and until when at most. */
    private Signal signal;

    private long until;
    private boolean interrupted;

    private Turn(String name) {
      this.name = name;
      this.done = new Signal("the end of " + name);
    }

    private void await(Signal awaited, Duration atMost) throws InterruptedException {
      thread = Thread.currentThread();
      signal = awaited;
      long nanos = Math.max(0, atMost.toNanos());
      add(this, nanos < NEVER - now ? now + nanos : NEVER);
      awaited.watch(this);
      // It may have been raised before it was watched.
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

    /** The signal was raised, by whatever thread. */
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
      // A thread that is not yet started may start, and one that is parked may go on.
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

    /** Throws in the run's thread what went wrong in whatever thread. */
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
      done.raise();
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
    public Signal done() {
      return done;
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
