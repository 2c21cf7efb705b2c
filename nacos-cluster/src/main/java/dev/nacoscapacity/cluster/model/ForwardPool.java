package dev.nacoscapacity.cluster.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A node's connections to its peers, over which it forwards calls to their owners. The number of
 * connections in use is limited for each peer and in total. The thread that serves the call waits
 * without a limit; waiting calls are served in order of arrival among those whose peer has a free
 * connection. For one thread.
 *
 * <p>Source: {@code DistroFilter} of 1.4.1 and 2.2.4 forwards over {@code
 * HttpClientManager$ApacheSyncHttpClientFactory}, which sets {@code maxConnPerRoute} to the number
 * of processors and {@code maxConnTotal} to twice that, and no time limit on the wait for one;
 * {@code org.apache.http.pool.AbstractConnPool} wakes all waiting threads when a connection is
 * returned. A connection that is idle to one peer is closed when another peer needs its place.
 */
public final class ForwardPool {

  private record Waiter(long number, Runnable go) {}

  private final int perRoute;
  private final int total;
  private final int[] used;
  private final List<Deque<Waiter>> waiting = new ArrayList<>();
  private int busy;
  private int waits;
  private long number;
  private boolean serving;

  /**
   * @param routes number of nodes
   * @param perRoute limit for each node, 1 or more
   * @param total limit for all nodes, 1 or more
   */
  public ForwardPool(int routes, int perRoute, int total) {
    this.perRoute = perRoute;
    this.total = total;
    this.used = new int[routes];
    for (int route = 0; route < routes; route++) {
      waiting.add(new ArrayDeque<>());
    }
  }

  /** Acquires a connection, now or in turn, until {@link #release}. */
  public void acquire(int route, Runnable go) {
    if (busy < total && used[route] < perRoute && waiting.get(route).isEmpty()) {
      take(route);
      go.run();
    } else {
      waiting.get(route).add(new Waiter(number++, go));
      waits++;
    }
  }

  /** Returns a connection, and passes it to the longest waiting call whose peer has a free one. */
  public void release(int route) {
    if (used[route] == 0) {
      throw new IllegalStateException("no connection to node " + route + " is held");
    }
    used[route]--;
    busy--;
    if (serving) {
      // As in Threads: the loop below continues.
      return;
    }
    serving = true;
    while (waits > 0 && busy < total) {
      int next = next();
      if (next < 0) {
        break;
      }
      take(next);
      waits--;
      waiting.get(next).poll().go.run();
    }
    serving = false;
  }

  /** The route of the longest waiting call that may proceed; -1 if there is none. */
  private int next() {
    int next = -1;
    long first = Long.MAX_VALUE;
    for (int route = 0; route < used.length; route++) {
      Waiter head = waiting.get(route).peek();
      if (head != null && used[route] < perRoute && head.number < first) {
        next = route;
        first = head.number;
      }
    }
    return next;
  }

  private void take(int route) {
    used[route]++;
    busy++;
  }

  public int busy() {
    return busy;
  }

  public int waiting() {
    return waits;
  }
}
