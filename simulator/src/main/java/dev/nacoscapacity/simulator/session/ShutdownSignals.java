package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.verdict.ExitCode;
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
 * Makes SIGINT, SIGTERM and SIGHUP stop a run in an orderly way, until closed. The second Ctrl-C
 * exits immediately, and the remaining instances expire. Several objects may be open, for example
 * for a study and for its run: a signal stops all of them, and also those opened later, until all
 * are closed.
 */
public final class ShutdownSignals implements AutoCloseable {

  /** What an immediate exit leaves behind if the target is the local cluster. */
  public static final String LOCAL_CLUSTER =
      "; a cluster that this command started keeps running: bin/nacos-cluster down ends it";

  /** What a terminal or a supervisor sends to end a program. */
  public static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /** The open objects, the outermost first; also the lock of the two fields below. */
  private static final List<ShutdownSignals> OPEN = new ArrayList<>();

  private static final Map<Signal, SignalHandler> PREVIOUS_HANDLERS = new HashMap<>();

  /** The first signal since the outermost object was opened; null before that. */
  private static Signal first;

  private final StopSignal stop;
  private final PrintStream err;
  private final String leftBehind;
  private final IntConsumer halt;
  private volatile Thread openingThread;

  private ShutdownSignals(StopSignal stop, PrintStream err, String leftBehind, IntConsumer halt) {
    this.stop = stop;
    this.err = err;
    this.leftBehind = leftBehind;
    this.halt = halt;
  }

  /**
   * Raises {@code stop} when a signal arrives.
   *
   * @param leftBehind what an immediate exit leaves behind besides instances, and the remedy; empty
   *     for nothing
   */
  public static ShutdownSignals stopOnSignal(StopSignal stop, PrintStream err, String leftBehind) {
    return stopOnSignal(stop, err, leftBehind, Runtime.getRuntime()::halt);
  }

  /**
   * Raises {@code stop} when a signal arrives.
   *
   * @param halt exits this process immediately
   */
  static ShutdownSignals stopOnSignal(
      StopSignal stop, PrintStream err, String leftBehind, IntConsumer halt) {
    ShutdownSignals opened = new ShutdownSignals(stop, err, leftBehind, halt);
    synchronized (OPEN) {
      if (OPEN.isEmpty()) {
        first = null;
        for (String name : SIGNALS) {
          Signal signal = new Signal(name);
          PREVIOUS_HANDLERS.put(signal, Signal.handle(signal, ShutdownSignals::handle));
        }
      }
      OPEN.add(opened);
      if (first != null) {
        opened.stop(first);
      }
    }
    return opened;
  }

  /** Calls {@code open}; a signal during the call also interrupts this thread. */
  public <T> T whileOpening(Supplier<T> open) {
    openingThread = Thread.currentThread();
    try {
      return open.get();
    } finally {
      openingThread = null;
      if (stop.request().isPresent()) {
        // From here on only the stop signal counts.
        Thread.interrupted();
      }
    }
  }

  /** Calls {@code open}; a signal during the call also interrupts this thread. */
  public void whileOpening(Runnable open) {
    whileOpening(
        () -> {
          open.run();
          return null;
        });
  }

  private static void handle(Signal signal) {
    synchronized (OPEN) {
      if (OPEN.isEmpty()) {
        return;
      }
      ShutdownSignals innermost = OPEN.get(OPEN.size() - 1);
      // A study may capture the output of its runs, so the study's own stream is used.
      PrintStream err = OPEN.get(0).err;
      if (first == null) {
        first = signal;
        err.println(
            "\nSIG%s: ending in order, deregistering; Ctrl-C now ends at once"
                .formatted(signal.getName()));
        OPEN.forEach(open -> open.stop(signal));
      } else if (signal.getName().equals("INT")) {
        // A closing terminal sends SIGHUP twice, and timeout sends SIGTERM twice: this is not a
        // second request by the user.
        err.println(
            "ended at once; what is still registered expires within 30 s" + innermost.leftBehind);
        innermost.halt.accept(ExitCode.INCONCLUSIVE);
      }
    }
  }

  private void stop(Signal signal) {
    stop.stop(StopSignal.Cause.INTERRUPTED, "interrupted by SIG" + signal.getName());
    Thread thread = openingThread;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Restores the previous signal handlers once all objects are closed. */
  @Override
  public void close() {
    synchronized (OPEN) {
      if (OPEN.remove(this) && OPEN.isEmpty()) {
        PREVIOUS_HANDLERS.forEach(Signal::handle);
        PREVIOUS_HANDLERS.clear();
      }
    }
  }
}
