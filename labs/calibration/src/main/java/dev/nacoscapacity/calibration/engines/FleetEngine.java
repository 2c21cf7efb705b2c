package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import io.netty.channel.EventLoop;

/** This project's fleet: its driver on one event loop, with a connection for each call. */
final class FleetEngine implements Engine {

  private final EventLoop eventLoop = Loopback.newEventLoop();
  private final Driver driver;
  private Wave wave;

  FleetEngine(int port, int calls) {
    driver = Loopback.newDriver(eventLoop, port, calls, this::completed);
  }

  @Override
  public void release(Wave next) {
    Call[] calls = new Call[next.calls()];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = new Call();
    }
    eventLoop.execute(
        () -> {
          wave = next;
          next.released();
          long now = System.nanoTime();
          for (int i = 0; i < calls.length; i++) {
            Call call = calls[i].reset(Operation.BEAT, i, Loopback.FLEET.serviceOf(i), now, now);
            call.light = true;
            driver.send(call);
          }
        });
  }

  private void completed(Call call) {
    wave.began(call.actor, call.written);
    if (call.ok()) {
      wave.answered(call.actor);
    } else {
      wave.failed(call.actor, call.failure);
    }
  }
}
