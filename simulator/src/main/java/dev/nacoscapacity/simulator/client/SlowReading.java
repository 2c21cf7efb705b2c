package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * The delay with which slow clients read their answers, as if their processes had no processor
 * time. Only periodic calls and what follows from them are read late: the ramp and the teardown
 * adapt to the registry's answers, so that a few late ones would slow them down for all clients.
 */
public final class SlowReading {

  private SlowReading() {}

  /** Of a call's answer, in nanoseconds; 0 for a client that is not slow. */
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
