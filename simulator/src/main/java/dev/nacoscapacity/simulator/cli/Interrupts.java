package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.simulator.run.StopSignal;
import sun.misc.Signal;

/**
 * Makes Ctrl-C and a polite kill end a run in order. The second Ctrl-C ends it at once; the
 * instances it leaves behind expire by themselves.
 */
final class Interrupts {

  private Interrupts() {}

  static void stopOnSignal(StopSignal stop) {
    for (String name : new String[] {"INT", "TERM", "HUP"}) {
      Signal.handle(new Signal(name), signal -> handle(stop, signal));
    }
  }

  private static void handle(StopSignal stop, Signal signal) {
    if (stop.request().isPresent()) {
      System.err.println("ended at once; what is still registered expires within 30 s");
      Runtime.getRuntime().halt(ExitCode.INCONCLUSIVE);
    }
    System.err.println(
        "\nSIG" + signal.getName() + ": ending in order, deregistering; once more ends at once");
    stop.stop(StopSignal.Cause.INTERRUPTED, "interrupted by SIG" + signal.getName());
  }
}
