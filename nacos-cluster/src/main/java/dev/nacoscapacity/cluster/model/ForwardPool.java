package dev.nacoscapacity.cluster.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A node's connections to its peers, over which it forwards calls to their owners. So many are in
 * use at a time to one peer, and so many to all; the thread that serves the call waits, without a
 * limit, in the order of coming among those whose peer has one free. For one thread.
 *
 * <p>Source: {@code DistroFilter} of 1.4.1 and 2.2.4 forwards over {@code
 * HttpClientManager$ApacheSyncHttpClientFactory}, which sets {@code maxConnPerRoute} to the number
 * of processors and {@code maxConnTotal} to twice that, and no time limit on the wait for one;
 * {@code org.apache.http.pool.AbstractConnPool} wakes all who wait when one comes back. A
 * connection that is idle to one peer is closed when another peer needs its place.
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
   * @param routes how many nodes there are
   * @param perRoute to one of them, 1 or more
   * @param total to all of them, 1 or more
   */
  public ForwardPool(int routes, int perRoute, int total) {
    if (perRoute < 1 || total < 1) {
      throw new IllegalArgumentException(perRoute + " connections a route, " + total + " in all");
    }
    this.perRoute = perRoute;
    this.total = total;
    this.used = new int[routes];
    for (int route = 0; route < routes; route++) {
      waiting.add(new ArrayDeque<>());
    }
  }

  /** Takes a connection, now or when it is this one's turn, until {@link #release}. */
  public void acquire(int route, Runnable go) {
    if (busy < total && used[route] < perRoute && waiting.get(route).isEmpty()) {
      take(route);
      go.run();
    } else {
      waiting.get(route).add(new Waiter(number++, go));
      waits++;
    }
  }

  /** Gives a connection back, to the longest waiting whose peer has one free. */
  public void release(int route) {
    if (used[route] == 0) {
      throw new IllegalStateException("no connection to node " + route + " is held");
    }
    used[route]--;
    busy--;
    if (serving) {
      // As in Threads: the loop below goes on.
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

  /** The route of the longest waiting that may go; -1 where there is none. */
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
