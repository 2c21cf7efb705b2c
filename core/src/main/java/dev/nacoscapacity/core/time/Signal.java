package dev.nacoscapacity.core.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A one-shot signal to wait for. Any thread may raise it. */
public final class Signal {

  private final String what;
  private final CountDownLatch raised = new CountDownLatch(1);
  private final List<Runnable> watchers = new ArrayList<>();

  /**
   * @param what description that follows the words "waits for"
   */
  public Signal(String what) {
    this.what = what;
  }

  /** Ends every wait for the signal; later calls have no effect. */
  public synchronized void raise() {
    raised.countDown();
    watchers.forEach(Runnable::run);
  }

  public boolean isRaised() {
    return raised.getCount() == 0;
  }

  /** Waits in wall-clock time; returns whether the signal was raised. */
  boolean await(long nanos) throws InterruptedException {
    return raised.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Registers a callback that runs on the raising thread as soon as the signal is raised. */
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
