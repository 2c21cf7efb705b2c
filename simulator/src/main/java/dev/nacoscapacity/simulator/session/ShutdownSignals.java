package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Makes Ctrl-C and a polite kill end a run in order, until closed. The second Ctrl-C ends the
 * process at once; the instances it leaves behind expire by themselves. Several may be open, as of
 * a study and of its run: a signal stops all of them, and those that are opened before all are
 * closed again.
 */
public final class ShutdownSignals implements AutoCloseable {

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /** Those that are open, the outermost first; guards the two fields below. */
  private static final List<ShutdownSignals> OPEN = new ArrayList<>();

  private static final Map<Signal, SignalHandler> BEFORE = new HashMap<>();

  /** The first signal since the outermost was opened; null when none came. */
  private static Signal first;

  private final StopSignal stop;
  private final PrintStream err;
  private final String leftBehind;
  private final IntConsumer halt;
  private volatile Thread opening;

  private ShutdownSignals(StopSignal stop, PrintStream err, String leftBehind, IntConsumer halt) {
    this.stop = stop;
    this.err = err;
    this.leftBehind = leftBehind;
    this.halt = halt;
  }

  /**
   * Begins to stop what {@code stop} stops when a signal comes.
   *
   * @param leftBehind what an end at once leaves behind beside instances, and how to mend it; empty
   *     for nothing
   */
  public static ShutdownSignals stopOnSignal(StopSignal stop, PrintStream err, String leftBehind) {
    return stopOnSignal(stop, err, leftBehind, Runtime.getRuntime()::halt);
  }

  /**
   * Likewise.
   *
   * @param halt ends this process at once
   */
  static ShutdownSignals stopOnSignal(
      StopSignal stop, PrintStream err, String leftBehind, IntConsumer halt) {
    ShutdownSignals opened = new ShutdownSignals(stop, err, leftBehind, halt);
    synchronized (OPEN) {
      if (OPEN.isEmpty()) {
        first = null;
        for (String name : SIGNALS) {
          Signal signal = new Signal(name);
          BEFORE.put(signal, Signal.handle(signal, ShutdownSignals::handle));
        }
      }
      OPEN.add(opened);
      if (first != null) {
        opened.stop(first);
      }
    }
    return opened;
  }

  /** Opens what a run needs; a signal meanwhile interrupts this thread, too. */
  public <T> T whileOpening(Supplier<T> open) {
    opening = Thread.currentThread();
    try {
      return open.get();
    } finally {
      opening = null;
      if (stop.request().isPresent()) {
        // From here on the stop signal is what counts.
        Thread.interrupted();
      }
    }
  }

  private static void handle(Signal signal) {
    synchronized (OPEN) {
      if (OPEN.isEmpty()) {
        return;
      }
      ShutdownSignals innermost = OPEN.get(OPEN.size() - 1);
      // A study may keep what its runs print: its own stream is the one that a person sees.
      PrintStream err = OPEN.get(0).err;
      if (first == null) {
        first = signal;
        err.println(
            "\nSIG%s: ending in order, deregistering; Ctrl-C now ends at once"
                .formatted(signal.getName()));
        OPEN.forEach(open -> open.stop(signal));
      } else if (signal.getName().equals("INT")) {
        // A terminal that closes hangs up twice, and timeout terminates twice: nobody insists.
        err.println(
            "ended at once; what is still registered expires within 30 s" + innermost.leftBehind);
        innermost.halt.accept(ExitCode.INCONCLUSIVE);
      }
    }
  }

  private void stop(Signal signal) {
    stop.stop(StopSignal.Cause.INTERRUPTED, "interrupted by SIG" + signal.getName());
    Thread opener = opening;
    if (opener != null) {
      opener.interrupt();
    }
  }

  /** Once all are closed, whoever handled signals before does so again. */
  @Override
  public void close() {
    synchronized (OPEN) {
      if (OPEN.remove(this) && OPEN.isEmpty()) {
        BEFORE.forEach(Signal::handle);
        BEFORE.clear();
      }
    }
  }
}
