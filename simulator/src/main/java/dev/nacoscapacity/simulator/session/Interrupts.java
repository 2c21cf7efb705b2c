package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.simulator.options.ExitCode;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Makes Ctrl-C and a polite kill end a run in order, until closed. The second Ctrl-C ends it at
 * once; the instances it leaves behind expire by themselves.
 */
public final class Interrupts implements AutoCloseable {

  private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

  private final StopSignal stop;
  private final PrintStream err;
  private final Map<Signal, SignalHandler> before = new HashMap<>();
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile Thread opening;

  private Interrupts(StopSignal stop, PrintStream err) {
    this.stop = stop;
    this.err = err;
  }

  public static Interrupts stopOnSignal(StopSignal stop, PrintStream err) {
    Interrupts interrupts = new Interrupts(stop, err);
    for (String name : SIGNALS) {
      Signal signal = new Signal(name);
      interrupts.before.put(signal, Signal.handle(signal, interrupts::handle));
    }
    return interrupts;
  }

  /** Opens what a run needs; a signal meanwhile interrupts this thread, too. */
  public <T> T whileOpening(Supplier<T> open) {
    opening = Thread.currentThread();
    try {
      return open.get();
    } finally {
      opening = null;
      // From here on the stop signal tells.
      Thread.interrupted();
    }
  }

  private void handle(Signal signal) {
    if (!asked.compareAndSet(false, true)) {
      err.println("ended at once; what is still registered expires within 30 s");
      Runtime.getRuntime().halt(ExitCode.INCONCLUSIVE);
    }
    err.println(
        "\nSIG" + signal.getName() + ": ending in order, deregistering; once more ends at once");
    stop.stop(StopSignal.Cause.INTERRUPTED, "interrupted by SIG" + signal.getName());
    Thread opener = opening;
    if (opener != null) {
      opener.interrupt();
    }
  }

  @Override
  public void close() {
    before.forEach(Signal::handle);
  }
}
