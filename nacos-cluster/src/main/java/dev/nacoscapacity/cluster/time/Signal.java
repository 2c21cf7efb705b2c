package dev.nacoscapacity.cluster.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Something to wait for, which happens once. Any thread may raise it. */
public final class Signal {

  private final String what;
  private final CountDownLatch raised = new CountDownLatch(1);
  private final List<Runnable> watchers = new ArrayList<>();

  /**
   * @param what is waited for, in words that follow "waits for"
   */
  public Signal(String what) {
    this.what = what;
  }

  /** Ends every wait for it; has no effect the second time. */
  public synchronized void raise() {
    raised.countDown();
    watchers.forEach(Runnable::run);
  }

  public boolean isRaised() {
    return raised.getCount() == 0;
  }

  /** Waits in the time of this machine; returns whether it was raised. */
  boolean await(long nanos) throws InterruptedException {
    return raised.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Lets a waiter know as soon as it is raised, by the thread that raises it. */
  synchronized void watch(Runnable watcher) {
    watchers.add(watcher);
  }

  synchronized void unwatch(Runnable watcher) {
    watchers.remove(watcher);
  }

  @Override
  public String toString() {
    return what;
  }
}
