package dev.nacoscapacity.simulator.client.grpc;

import java.util.ArrayDeque;
import java.util.Deque;

/** State shared by the connections of one event loop: clock, links, and the calls in flight. */
final class GrpcLoop {

  private final GrpcLinks links;
  private final long callTimeout;

  /** In order of deadline, since all calls have the same timeout. */
  private final Deque<UnaryCall> inFlight = new ArrayDeque<>();

  /**
   * @param callTimeout of each call, in nanoseconds
   */
  GrpcLoop(GrpcLinks links, long callTimeout) {
    this.links = links;
    this.callTimeout = callTimeout;
  }

  /** In nanoseconds from an arbitrary origin. */
  long now() {
    return links.nanos();
  }

  void after(long nanos, Runnable task) {
    links.thread().after(nanos, task);
  }

  GrpcLinks links() {
    return links;
  }

  /**
   * Starts a call.
   *
   * @param token the access token to send, or null
   */
  void start(UnaryCall call, GrpcLink link, String token) {
    inFlight.addLast(call);
    call.start(link, token, now() + callTimeout);
  }

  /** Ends the calls that timed out. */
  void expire(long now) {
    for (UnaryCall first = inFlight.peekFirst();
        first != null && (first.isOver() || now - first.deadline() >= 0);
        first = inFlight.peekFirst()) {
      inFlight.pollFirst().giveUp(UnaryCall.TIMED_OUT);
    }
  }

  /** Ends all calls. */
  void endAll(String reason) {
    while (!inFlight.isEmpty()) {
      inFlight.pollFirst().giveUp(reason);
    }
  }
}
