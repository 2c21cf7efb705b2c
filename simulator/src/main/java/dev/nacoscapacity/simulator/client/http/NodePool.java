package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The connections of one event loop to one node. A call that finds none free opens one. Only where
 * that would be more than the limit, and no spare one is left either, it waits in turn, which
 * {@link Call#boundWait} tells.
 *
 * <p>What is idle stays open until the node closes it, as a real client's connection does. From
 * outside only {@link #released} and {@link #lost} are of use, to its connections.
 */
public final class NodePool {

  private final int server;
  private final int limit;
  private final Spare spare;
  private final HttpSettings settings;
  private final NodeConnections wire;
  private final LongSupplier clock;
  private final Consumer<Call> answered;
  private final BiConsumer<Call, String> failed;

  /** Those open, the oldest first. A set, since a node that dies takes all of them. */
  private final Set<NodeConnection> connections = new LinkedHashSet<>();

  /**
   * Free ones, the one used last first: the others rest, and the server may close them. Those that
   * are lost stay in it until their turn or the next {@link #expire}: to look for one would cost a
   * walk each time.
   */
  private final Deque<NodeConnection> idle = new ArrayDeque<>();

  /** How many in {@link #idle} are lost. */
  private int lostIdle;

  private final Deque<Call> waiting = new ArrayDeque<>();
  private long opened;
  private boolean closed;

  /** Connections beyond their limits that the pools of one event loop may open, whoever needs. */
  static final class Spare {

    private int left;

    Spare(int most) {
      left = most;
    }
  }

  /**
   * @param server the node's number, from 0
   * @param limit how many connections it may have in any case, at least 1
   * @param spare those that it may have besides while others do not
   * @param settings of which it uses the time that a call may wait
   * @param clock the time in nanoseconds that calls are stamped with, the connections' own
   */
  NodePool(
      int server,
      int limit,
      Spare spare,
      HttpSettings settings,
      NodeConnections wire,
      LongSupplier clock,
      Consumer<Call> answered,
      BiConsumer<Call, String> failed) {
    this.server = server;
    this.limit = limit;
    this.spare = spare;
    this.settings = settings;
    this.wire = wire;
    this.clock = clock;
    this.answered = answered;
    this.failed = failed;
  }

  int open() {
    return connections.size();
  }

  /** Idle connections that it holds, lost ones that it has not forgotten yet included. */
  int idle() {
    return idle.size();
  }

  long opened() {
    return opened;
  }

  void submit(Call call) {
    NodeConnection free = takeIdle();
    if (free != null) {
      free.send(call);
    } else if (mayOpen()) {
      open(call);
    } else {
      waiting.addLast(call);
    }
  }

  private NodeConnection takeIdle() {
    NodeConnection free = idle.pollFirst();
    while (lostIdle > 0 && free != null && !connections.contains(free)) {
      lostIdle--;
      free = idle.pollFirst();
    }
    return free;
  }

  private boolean mayOpen() {
    return connections.size() < limit || spare.left > 0;
  }

  private void open(Call call) {
    NodeConnection connection = wire.open(this, server, call);
    connections.add(connection);
    if (connections.size() > limit) {
      spare.left--;
    }
    opened++;
    connection.connect();
  }

  /**
   * A connection has carried its call.
   *
   * @param call what it carried, stamped with when it was answered
   * @param failure why the answer does not count, or null
   * @param reusable whether the connection may carry another call; else it is closing
   */
  public void released(NodeConnection connection, Call call, String failure, boolean reusable) {
    if (!reusable) {
      remove(connection);
    } else if (waiting.isEmpty()) {
      idle.addFirst(connection);
    } else {
      connection.send(longestWaiting(clock.getAsLong()));
    }
    if (failure == null) {
      answered.accept(call);
    } else {
      failed.accept(call, failure);
    }
  }

  /**
   * A connection is lost.
   *
   * @param call what it carried, stamped with when that ended; null when it was idle
   * @param reason why, in words that can be counted
   * @param worthAFreshConnection whether the server may have closed it for its idleness, before it
   *     saw the call
   */
  public void lost(
      NodeConnection connection, Call call, String reason, boolean worthAFreshConnection) {
    if (call == null) {
      lostIdle++;
    }
    if (call != null && worthAFreshConnection && !call.retriedOnFreshConnection) {
      // The server closed an idle connection while the request was on its way; a Java client's
      // HttpURLConnection silently tries once more, too. Its place is the lost connection's.
      call.retriedOnFreshConnection = true;
      call.beginAgain(reason);
      drop(connection);
      open(call);
      return;
    }
    remove(connection);
    if (call != null) {
      failed.accept(call, reason);
    }
  }

  private void remove(NodeConnection connection) {
    drop(connection);
    if (!closed && !waiting.isEmpty() && mayOpen()) {
      open(longestWaiting(clock.getAsLong()));
    }
  }

  private void drop(NodeConnection connection) {
    if (connections.remove(connection) && connections.size() >= limit) {
      spare.left++;
    }
  }

  void expire(long now) {
    for (NodeConnection connection : List.copyOf(connections)) {
      connection.expire(now);
    }
    if (lostIdle > 0) {
      idle.removeIf(connection -> !connections.contains(connection));
      lostIdle = 0;
    }
    while (!waiting.isEmpty() && waitedTooLong(waiting.peekFirst(), now)) {
      giveUp(longestWaiting(now), "timed out waiting for a connection", now);
    }
  }

  /** Takes the next call in turn, whose wait is over. */
  private Call longestWaiting(long now) {
    Call call = waiting.pollFirst();
    call.boundWait += now - call.attemptBegan;
    return call;
  }

  private boolean waitedTooLong(Call call, long now) {
    return now - call.attemptBegan > settings.timeout(call.operation);
  }

  private void giveUp(Call call, String reason, long now) {
    call.answered = now;
    failed.accept(call, reason);
  }

  /** Ends everything; the pool is of no use afterwards. */
  void close(long now) {
    closed = true;
    for (NodeConnection connection : List.copyOf(connections)) {
      connection.lose(Driver.UNANSWERED, false);
    }
    while (!waiting.isEmpty()) {
      giveUp(longestWaiting(now), Driver.UNANSWERED, now);
    }
  }
}
