package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** A thread and clock that move only when a test says so. */
public final class ManualLoop implements Loop, InstantSource {

  private final Queue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::order));
  private long nanos = Duration.ofDays(1).toNanos();
  private long order;

  @Override
  public long millis() {
    return Duration.ofNanos(nanos).toMillis();
  }

  @Override
  public Instant instant() {
    return Instant.EPOCH.plusNanos(nanos);
  }

  @Override
  public void execute(Runnable task) {
    after(Duration.ZERO, task);
  }

  @Override
  public void after(Duration delay, Runnable task) {
    tasks.add(new Task(nanos + delay.toNanos(), order++, task));
  }

  /** Lets the time pass and everything happen that is due in it. */
  public void pass(Duration time) {
    long end = nanos + time.toNanos();
    while (!tasks.isEmpty() && tasks.peek().due() <= end) {
      Task next = tasks.remove();
      nanos = Math.max(nanos, next.due());
      next.task().run();
    }
    nanos = end;
  }

  public void passSeconds(double seconds) {
    pass(Duration.ofNanos((long) (seconds * 1e9)));
  }

  private record Task(long due, long order, Runnable task) {}
}
