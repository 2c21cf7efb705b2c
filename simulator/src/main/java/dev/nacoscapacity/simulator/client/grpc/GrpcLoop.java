package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.time.EventThread;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** What the connections of one event loop share: time, links, and the calls under way. */
final class GrpcLoop {

  private final EventThread thread;
  private final LongSupplier clock;
  private final GrpcLinks links;
  private final long callTimeout;

  /** All have the same time, so they fall due in this order. */
  private final Deque<UnaryCall> underWay = new ArrayDeque<>();

  /**
   * @param clock in nanoseconds
   * @param callTimeout of each call, in nanoseconds
   */
  GrpcLoop(EventThread thread, LongSupplier clock, GrpcLinks links, long callTimeout) {
    this.thread = thread;
    this.clock = clock;
    this.links = links;
    this.callTimeout = callTimeout;
  }

  /** In nanoseconds, of which only differences mean something. */
  long now() {
    return clock.getAsLong();
  }

  /** Runs a task on the event loop after so many nanoseconds. */
  void after(long nanos, Runnable task) {
    thread.after(nanos, task);
  }

  GrpcLinks links() {
    return links;
  }

  /**
   * Starts a call.
   *
   * @param token that it presents, or null
   */
  void start(UnaryCall call, GrpcLink link, String token) {
    underWay.addLast(call);
    call.start(link, token, now() + callTimeout);
  }

  /** Ends the calls whose time is up. */
  void expire(long now) {
    for (UnaryCall first = underWay.peekFirst();
        first != null && (first.isOver() || now - first.deadline() >= 0);
        first = underWay.peekFirst()) {
      underWay.pollFirst().giveUp(UnaryCall.TIMED_OUT);
    }
  }

  /** Ends all calls. */
  void endAll(String reason) {
    while (!underWay.isEmpty()) {
      underWay.pollFirst().giveUp(reason);
    }
  }
}
