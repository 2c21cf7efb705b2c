package dev.nacoscapacity.cluster.time;

import java.util.PriorityQueue;

/** Events in the order of their times, and those of one time in the order in which they came. */
final class EventQueue {

  /** When there is no event. */
  static final long NEVER = Long.MAX_VALUE;

  private record Event(long at, long number, Runnable task) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(number, other.number) : byTime;
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long added;

  /**
   * @param at before {@link #NEVER}
   */
  void add(long at, Runnable task) {
    events.add(new Event(at, added++, task));
  }

  /** When the next one is, or {@link #NEVER}. */
  long nextAt() {
    Event next = events.peek();
    return next == null ? NEVER : next.at;
  }

  /** Takes the next one out; there must be one. */
  Runnable take() {
    return events.remove().task;
  }
}
