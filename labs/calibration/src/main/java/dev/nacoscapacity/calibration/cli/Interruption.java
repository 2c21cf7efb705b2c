package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Makes SIGINT and SIGTERM interrupt the measuring thread, which stops the processes that it
 * started and keeps the results. A second signal exits immediately, and the kernel ends the
 * processes.
 */
final class Interruption implements AutoCloseable {

  private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

  private final Map<Signal, SignalHandler> before = new HashMap<>();
  private final AtomicBoolean signalled = new AtomicBoolean();
  private final Thread measuring = Thread.currentThread();
  private final PrintStream err;

  Interruption(PrintStream err) {
    this.err = err;
    for (String name : SIGNALS) {
      Signal signal = new Signal(name);
      before.put(signal, Signal.handle(signal, this::handle));
    }
  }

  private void handle(Signal signal) {
    if (!signalled.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(ExitCode.INCONCLUSIVE);
    }
    err.println("\nSIG" + signal.getName() + ": ending; once more leaves at once");
    interruptMeasuring();
  }

  private synchronized void interruptMeasuring() {
    measuring.interrupt();
  }

  /** Runs an action that must not be interrupted: a signal waits for its end. */
  synchronized void defer(Runnable action) {
    boolean interrupted = Thread.interrupted();
    try {
      action.run();
    } finally {
      if (interrupted) {
        measuring.interrupt();
      }
    }
  }

  @Override
  public void close() {
    before.forEach(Signal::handle);
  }
}
