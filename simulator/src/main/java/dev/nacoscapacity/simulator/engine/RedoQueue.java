package dev.nacoscapacity.simulator.engine;

import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * What clients over gRPC do again when they next look. {@code NamingGrpcRedoService} of a 2.x
 * client looks every 3 s, from its start on, for what a lost connection ended or what failed. The
 * first registration does not wait for it.
 */
final class RedoQueue {

  private static final long PERIOD = TimeUnit.SECONDS.toNanos(3);

  private record Redo(long due, Runnable call) {}

  /** By client: when it started, in nanoseconds. */
  private final long[] started;

  private final Queue<Redo> redos =
      new PriorityQueue<>((one, other) -> Long.signum(one.due() - other.due()));

  RedoQueue(int clients) {
    this.started = new long[clients];
  }

  void started(int client, long now) {
    started[client] = now;
  }

  /** Adds what a client does when it next looks; if its connection is lost by then, nothing. */
  void add(int client, long now, Runnable call) {
    long looked = (now - started[client]) / PERIOD;
    redos.add(new Redo(started[client] + (looked + 1) * PERIOD, call));
  }

  /** Runs what is due. */
  void run(long now) {
    while (!redos.isEmpty() && now - redos.peek().due() >= 0) {
      redos.poll().call().run();
    }
  }

  void clear() {
    redos.clear();
  }
}
