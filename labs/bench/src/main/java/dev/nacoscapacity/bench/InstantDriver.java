package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;

/** A driver that answers every call successfully on the next turn of the event loop. */
final class InstantDriver implements Driver {

  private final Fleet fleet;
  private final EventLoop eventLoop;
  private final CallListener listener;
  private final Deque<Call> underWay = new ArrayDeque<>();
  private final Runnable answer = this::answer;

  InstantDriver(Fleet fleet, EventLoop eventLoop, CallListener listener) {
    this.fleet = fleet;
    this.eventLoop = eventLoop;
    this.listener = listener;
  }

  @Override
  public void send(Call call) {
    if (underWay.isEmpty()) {
      eventLoop.execute(answer);
    }
    call.server = 0;
    call.markWritten(call.startedAt);
    underWay.addLast(call);
  }

  private void answer() {
    long now = System.nanoTime();
    for (int left = underWay.size(); left > 0; left--) {
      Call call = underWay.pollFirst();
      call.answered = now;
      call.lightBeatAllowed = true;
      if (call.operation == Operation.LIST) {
        call.hosts = fleet.sizeOf(call.service);
        call.healthy = call.hosts;
      }
      listener.completed(call);
    }
    if (!underWay.isEmpty()) {
      eventLoop.execute(answer);
    }
  }

  @Override
  public void expire(long now) {
    // Nothing ever waits.
  }

  @Override
  public int connections() {
    return 0;
  }

  @Override
  public long opened() {
    return 0;
  }

  @Override
  public void close() {
    for (Call call = underWay.pollFirst(); call != null; call = underWay.pollFirst()) {
      call.answered = System.nanoTime();
      call.failure = UNANSWERED;
      listener.completed(call);
    }
  }
}
