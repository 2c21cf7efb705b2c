package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * The delay with which slow clients read responses, as if their processes got no CPU time. It
 * applies only to periodic calls and the calls that follow from them: the ramp and the teardown
 * adapt to the registry's responses, so a few late ones would slow them down for all clients.
 */
public final class SlowReading {

  private SlowReading() {}

  /** The delay of a call's response in nanoseconds; 0 for a client that is not slow. */
  public static long delay(Call call, Fleet fleet) {
    if (fleet.slowClients() == null) {
      return 0;
    }
    return switch (call.operation) {
      case BEAT, LIST, LISTEN, READ, SUBSCRIBE -> fleet.readingDelay(call.actor);
      default -> 0;
    };
  }
}
