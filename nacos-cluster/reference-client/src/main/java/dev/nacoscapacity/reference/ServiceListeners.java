package dev.nacoscapacity.reference;

import com.alibaba.nacos.api.naming.listener.EventListener;
import com.alibaba.nacos.api.naming.listener.NamingEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The subscriptions to one service, and when each received the state of one instance. */
final class ServiceListeners {

  private static final long NOT_RECEIVED = Long.MIN_VALUE;

  private final String ip;
  private final int port;

  /** By subscription: when it received the expected state, in {@link System#nanoTime()}. */
  private final List<Long> received = new ArrayList<>();

  private boolean expected;
  private int remaining;

  /**
   * @param ip of the instance
   */
  ServiceListeners(String ip, int port) {
    this.ip = ip;
    this.port = port;
  }

  /** Adds a subscription and returns its listener. */
  synchronized EventListener add() {
    int number = received.size();
    received.add(NOT_RECEIVED);
    return event -> {
      boolean there =
          ((NamingEvent) event)
              .getInstances().stream()
                  .anyMatch(each -> each.getIp().equals(ip) && each.getPort() == port);
      received(number, there, System.nanoTime());
    };
  }

  private synchronized void received(int number, boolean there, long now) {
    if (remaining > 0 && there == expected && received.get(number) == NOT_RECEIVED) {
      received.set(number, now);
      remaining--;
      notifyAll();
    }
  }

  /** Begins to wait until every subscription has received this state; returns the time. */
  synchronized long expect(boolean there) {
    expected = there;
    remaining = received.size();
    received.replaceAll(before -> NOT_RECEIVED);
    return System.nanoTime();
  }

  /** Waits for all subscriptions; returns whether all received the state in time. */
  synchronized boolean await(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long now = System.nanoTime(); remaining > 0 && now - end < 0; now = System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, end - now);
    }
    return remaining == 0;
  }

  /** Sorted delays of the subscriptions that received the state, in nanoseconds. */
  synchronized List<Long> times(long since) {
    remaining = 0;
    return received.stream()
        .filter(at -> at != NOT_RECEIVED)
        .map(at -> at - since)
        .sorted()
        .toList();
  }
}
