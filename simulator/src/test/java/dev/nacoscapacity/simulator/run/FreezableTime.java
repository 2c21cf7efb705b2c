package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.core.time.Fork;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.ForwardingListener;
import dev.nacoscapacity.simulator.verify.Listing;
import java.time.Duration;
import java.time.Instant;

/**
 * Virtual time as the generator sees it: while it is frozen, as a process is by SIGSTOP, it does
 * nothing, and the nodes go on. A suspended machine's own clock stands still, too.
 *
 * @param suspended begin and end of its suspension
 */
record FreezableTime(VirtualTime time, long[] frozenUntil, long[] suspended)
    implements Time, EventThread {

  FreezableTime(VirtualTime time) {
    this(time, new long[1], new long[2]);
  }

  /** Suspends the generator's machine from now on, once. */
  void suspend(Duration length) {
    freeze(length);
    suspended[0] = time.nanos();
    suspended[1] = frozenUntil[0];
  }

  /** Freezes the generator from now on. */
  void freeze(Duration length) {
    frozenUntil[0] = time.nanos() + length.toNanos();
  }

  private void whenThawed(Runnable task) {
    long rest = frozenUntil[0] - time.nanos();
    if (rest > 0) {
      time.after(rest, task);
    } else {
      task.run();
    }
  }

  /** Hears of answers that come meanwhile when it goes on. */
  CallListener late(CallListener listener) {
    return new ForwardingListener(listener) {
      @Override
      public void written(Call call) {
        call.markWritten(nanos());
        super.written(call);
      }

      @Override
      public void completed(Call call) {
        whenThawed(
            () -> {
              call.answered -= asleep();
              super.completed(call);
            });
      }

      @Override
      public void disconnected(int actor, Channel channel) {
        whenThawed(() -> super.disconnected(actor, channel));
      }

      @Override
      public void pushed(int subscriber, int service, Listing listing) {
        whenThawed(() -> super.pushed(subscriber, service, listing));
      }

      @Override
      public void configChanged(int actor, String dataId) {
        whenThawed(() -> super.configChanged(actor, dataId));
      }
    };
  }

  @Override
  public long nanos() {
    return time.nanos() - asleep();
  }

  private long asleep() {
    return Math.max(0, Math.min(time.nanos(), suspended[1]) - suspended[0]);
  }

  @Override
  public Instant timeOfDay() {
    return time.timeOfDay();
  }

  @Override
  public boolean await(Signal signal, Duration atMost) throws InterruptedException {
    boolean raised = time.await(signal, atMost);
    long rest = frozenUntil[0] - time.nanos();
    if (rest > 0) {
      time.sleep(Duration.ofNanos(rest));
    }
    return raised;
  }

  @Override
  public Fork fork(String name, Runnable task) {
    return time.fork(name, task);
  }

  @Override
  public void execute(Runnable task) {
    after(0, task);
  }

  @Override
  public void after(long nanos, Runnable task) {
    time.after(nanos, () -> whenThawed(task));
  }

  @Override
  public boolean isCurrent() {
    return time.isCurrent();
  }
}
