package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.HttpSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The connection pool of one event loop for one node. A call that finds no idle connection opens
 * one. At the connection limit, and with no spare connection left, the call waits in a FIFO queue;
 * {@link Call#boundWait} records the wait.
 *
 * <p>Idle connections stay open until the node closes them, as in a real client. {@link #released}
 * and {@link #lost} are public for implementations of {@link NodeConnection} only.
 */
public final class NodePool {

  private final int server;
  private final int limit;
  private final SpareConnections spare;
  private final HttpSettings settings;
  private final NodeConnections wire;
  private final BiConsumer<Call, String> ended;

  /** Open connections, oldest first. A set, since all are removed at once when a node dies. */
  private final Set<NodeConnection> connections = new LinkedHashSet<>();

  /**
   * Idle connections, last used first, so that the server may close the unused ones. Lost ones are
   * removed lazily, when polled or by the next {@link #expire}: removing each at once would take a
   * linear search.
   */
  private final Deque<NodeConnection> idle = new ArrayDeque<>();

  /** Number of lost connections in {@link #idle}. */
  private int lostIdle;

  private final Deque<Call> waiting = new ArrayDeque<>();
  private long opened;
  private boolean closed;

  /** Connections beyond the limits, shared by the pools of one event loop. */
  static final class SpareConnections {

    private int available;

    SpareConnections(int limit) {
      available = limit;
    }
  }

  /**
   * @param server the node's number, from 0
   * @param limit the connection limit without spare connections, at least 1
   * @param spare shared with the other pools
   * @param settings used for the timeout of waiting calls
   * @param ended receives each attempt's end, with the reason of failure, or null on success
   */
  NodePool(
      int server,
      int limit,
      SpareConnections spare,
      HttpSettings settings,
      NodeConnections wire,
      BiConsumer<Call, String> ended) {
    this.server = server;
    this.limit = limit;
    this.spare = spare;
    this.settings = settings;
    this.wire = wire;
    this.ended = ended;
  }

  int open() {
    return connections.size();
  }

  /** Number of idle connections, including lost ones that are not removed yet. */
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
    return connections.size() < limit || spare.available > 0;
  }

  private void open(Call call) {
    NodeConnection connection = wire.open(this, server, call);
    connections.add(connection);
    if (connections.size() > limit) {
      spare.available--;
    }
    opened++;
    connection.connect();
  }

  /**
   * Called when the response to a connection's call is complete.
   *
   * @param call with {@link Call#answered} set
   * @param failure the reason of failure, or null on success
   * @param reusable whether the connection may carry another call; otherwise it is closing
   */
  public void released(NodeConnection connection, Call call, String failure, boolean reusable) {
    if (!reusable) {
      remove(connection);
    } else if (waiting.isEmpty()) {
      idle.addFirst(connection);
    } else {
      connection.send(pollWaiting(wire.nanos()));
    }
    ended.accept(call, failure);
  }

  /**
   * Called when a connection is lost.
   *
   * @param call the call in flight with {@link Call#answered} set; null when the connection was
   *     idle
   * @param reason one of a small set, so that reasons can be counted
   * @param retryable whether the server may have closed the idle connection before it received the
   *     call
   */
  public void lost(NodeConnection connection, Call call, String reason, boolean retryable) {
    if (call == null) {
      lostIdle++;
    }
    if (call != null && retryable && !call.retriedOnFreshConnection) {
      // The server closed an idle connection while the request was in transit. HttpURLConnection,
      // which Java clients use, also retries once. The new connection replaces the lost one.
      call.retriedOnFreshConnection = true;
      call.beginAgain(reason);
      drop(connection);
      open(call);
      return;
    }
    remove(connection);
    if (call != null) {
      ended.accept(call, reason);
    }
  }

  private void remove(NodeConnection connection) {
    drop(connection);
    if (!closed && !waiting.isEmpty() && mayOpen()) {
      open(pollWaiting(wire.nanos()));
    }
  }

  private void drop(NodeConnection connection) {
    if (connections.remove(connection) && connections.size() >= limit) {
      spare.available++;
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
      fail(pollWaiting(now), "timed out waiting for a connection", now);
    }
  }

  /** Removes the call that has waited longest, and records its wait. */
  private Call pollWaiting(long now) {
    Call call = waiting.pollFirst();
    call.boundWait += now - call.attemptStartedAt;
    return call;
  }

  /** See {@link Driver#abandonLoad}. */
  void abandonLoad(long now) {
    List<Call> all = List.copyOf(waiting);
    waiting.removeIf(call -> !call.has(Call.Trait.FOLLOWS_LOAD));
    for (Call call : all) {
      if (!call.has(Call.Trait.FOLLOWS_LOAD)) {
        call.boundWait += now - call.attemptStartedAt;
        fail(call, Driver.ABANDONED, now);
      }
    }
  }

  private boolean waitedTooLong(Call call, long now) {
    return now - call.attemptStartedAt > settings.timeout(call);
  }

  private void fail(Call call, String reason, long now) {
    call.answered = now;
    ended.accept(call, reason);
  }

  /** Closes all connections and fails all calls; the pool cannot be used afterwards. */
  void close(long now) {
    closed = true;
    for (NodeConnection connection : List.copyOf(connections)) {
      connection.lose(Driver.UNANSWERED, false);
    }
    while (!waiting.isEmpty()) {
      fail(pollWaiting(now), Driver.UNANSWERED, now);
    }
  }
}
