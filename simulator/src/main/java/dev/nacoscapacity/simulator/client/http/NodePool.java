package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The connections of one event loop to one node. A call that finds none free opens one. Only where
 * that would be more than the limit, and no spare one is left either, it waits in turn, which
 * {@link Call#boundWait} tells.
 *
 * <p>What is idle stays open until the node closes it, as a real client's connection does.
 */
final class NodePool {

  private final InetSocketAddress address;
  private final int limit;
  private final Spare spare;
  private final HttpWire wire;
  private final Consumer<Call> answered;
  private final BiConsumer<Call, String> failed;

  private final List<HttpConnection> connections = new ArrayList<>();

  /** Free ones, the one used last first: the others rest, and the server may close them. */
  private final Deque<HttpConnection> idle = new ArrayDeque<>();

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
   * @param limit how many connections it may have in any case, at least 1
   * @param spare those that it may have besides while others do not
   */
  NodePool(
      InetSocketAddress address,
      int limit,
      Spare spare,
      HttpWire wire,
      Consumer<Call> answered,
      BiConsumer<Call, String> failed) {
    this.address = address;
    this.limit = limit;
    this.spare = spare;
    this.wire = wire;
    this.answered = answered;
    this.failed = failed;
  }

  int open() {
    return connections.size();
  }

  long opened() {
    return opened;
  }

  void submit(Call call) {
    HttpConnection free = idle.pollFirst();
    if (free != null) {
      free.send(call);
    } else if (mayOpen()) {
      open(call);
    } else {
      waiting.addLast(call);
    }
  }

  private boolean mayOpen() {
    return connections.size() < limit || spare.left > 0;
  }

  private void open(Call call) {
    HttpConnection connection = new HttpConnection(this, wire, call);
    connections.add(connection);
    if (connections.size() > limit) {
      spare.left--;
    }
    opened++;
    connection.connect(address);
  }

  /**
   * A connection has carried its call.
   *
   * @param failure why the answer does not count, or null
   * @param reusable whether the connection may carry another call; else it is closing
   */
  void released(HttpConnection connection, Call call, String failure, boolean reusable) {
    if (!reusable) {
      remove(connection);
    } else if (waiting.isEmpty()) {
      idle.addFirst(connection);
    } else {
      connection.send(longestWaiting(System.nanoTime()));
    }
    if (failure == null) {
      answered.accept(call);
    } else {
      failed.accept(call, failure);
    }
  }

  /** A connection is lost; {@code call} is what it carried, or null. */
  void lost(HttpConnection connection, Call call, String reason, boolean worthAFreshConnection) {
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

  private void remove(HttpConnection connection) {
    drop(connection);
    idle.remove(connection);
    if (!closed && !waiting.isEmpty() && mayOpen()) {
      open(longestWaiting(System.nanoTime()));
    }
  }

  private void drop(HttpConnection connection) {
    if (connections.remove(connection) && connections.size() >= limit) {
      spare.left++;
    }
  }

  void expire(long now) {
    for (HttpConnection connection : List.copyOf(connections)) {
      connection.expire(now);
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
    return now - call.attemptBegan > wire.timeout(call.operation);
  }

  private void giveUp(Call call, String reason, long now) {
    call.answered = now;
    failed.accept(call, reason);
  }

  /** Ends everything; the pool is of no use afterwards. */
  void close(long now) {
    closed = true;
    for (HttpConnection connection : List.copyOf(connections)) {
      connection.lose(Driver.UNANSWERED, false);
    }
    while (!waiting.isEmpty()) {
      giveUp(longestWaiting(now), Driver.UNANSWERED, now);
    }
  }
}
