package dev.nacoscapacity.cluster.standin.http;

import dev.nacoscapacity.cluster.standin.registry.Loop;
import java.util.ArrayDeque;
import java.util.Queue;

/** Delays requests by a {@link ServiceTime}: a queue before a number of busy threads. */
public final class ServiceTimeLimiter {

  private final Loop loop;
  private final ServiceTime limits;
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private int busy;

  public ServiceTimeLimiter(Loop loop, ServiceTime limits) {
    this.loop = loop;
    this.limits = limits;
  }

  /** Runs the request at the end of its service time. */
  public void serve(Runnable request) {
    if (limits.serviceTime().isZero()) {
      request.run();
    } else {
      queue.add(request);
      serveNext();
    }
  }

  private void serveNext() {
    while (busy < limits.threads() && !queue.isEmpty()) {
      Runnable request = queue.remove();
      busy++;
      loop.after(
          limits.serviceTime(),
          () -> {
            request.run();
            busy--;
            serveNext();
          });
    }
  }
}
