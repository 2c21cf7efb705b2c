package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Makes Ctrl-C and a polite kill end a run in order, until closed. The second Ctrl-C ends it at
 * once; the instances it leaves behind expire by themselves. May be nested: the inner one is asked,
 * and tells the outer one when it is closed; what the outer one is still asked, since the inner one
 * is only just there, it tells the inner one.
 */
public final class ShutdownSignals implements AutoCloseable {

  private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

  private final StopSignal stop;
  private final PrintStream err;
  private final String left;
  private final IntConsumer halt;
  private final Map<Signal, SignalHandler> before = new HashMap<>();
  private final AtomicReference<Signal> asked = new AtomicReference<>();
  private volatile ShutdownSignals inner;
  private volatile boolean closed;
  private volatile Thread opening;

  private ShutdownSignals(StopSignal stop, PrintStream err, String left, IntConsumer halt) {
    this.stop = stop;
    this.err = err;
    this.left = left;
    this.halt = halt;
  }

  public static ShutdownSignals stopOnSignal(StopSignal stop, PrintStream err) {
    return stopOnSignal(stop, err, "");
  }

  /**
   * Likewise.
   *
   * @param left what an end at once leaves behind beside instances, and how to mend it; empty for
   *     nothing
   */
  public static ShutdownSignals stopOnSignal(StopSignal stop, PrintStream err, String left) {
    return stopOnSignal(stop, err, left, Runtime.getRuntime()::halt);
  }

  /**
   * Likewise.
   *
   * @param halt ends this process at once
   */
  static ShutdownSignals stopOnSignal(
      StopSignal stop, PrintStream err, String left, IntConsumer halt) {
    ShutdownSignals interrupts = new ShutdownSignals(stop, err, left, halt);
    for (String name : SIGNALS) {
      Signal signal = new Signal(name);
      interrupts.before.put(signal, Signal.handle(signal, interrupts.new Handler()));
    }
    interrupts.outer().ifPresent(outer -> outer.nest(interrupts));
    return interrupts;
  }

  /** Who handled signals before. */
  private Optional<ShutdownSignals> outer() {
    return before.values().stream()
        .filter(Handler.class::isInstance)
        .map(handler -> ((Handler) handler).owner())
        .findFirst();
  }

  /** A signal's thread may have set out for this one before, and arrive before or after. */
  private void nest(ShutdownSignals within) {
    inner = within;
    Signal signal = asked.get();
    if (signal != null) {
      within.inform(signal);
    }
  }

  /** Opens what a run needs; a signal meanwhile interrupts this thread, too. */
  public <T> T whileOpening(Supplier<T> open) {
    opening = Thread.currentThread();
    try {
      return open.get();
    } finally {
      opening = null;
      if (asked.get() != null) {
        // From here on the stop signal tells.
        Thread.interrupted();
      }
    }
  }

  private void handle(Signal signal) {
    if (!asked.compareAndSet(null, signal)) {
      // A terminal that closes hangs up twice, and timeout terminates twice: nobody insists.
      if (signal.getName().equals("INT")) {
        err.println("ended at once; what is still registered expires within 30 s" + left);
        halt.accept(ExitCode.INCONCLUSIVE);
      }
      return;
    }
    err.println(
        "\nSIG" + signal.getName() + ": ending in order, deregistering; Ctrl-C now ends at once");
    inform(signal);
    if (closed) {
      outer().ifPresent(outer -> outer.inform(signal));
    }
  }

  private void inform(Signal signal) {
    asked.compareAndSet(null, signal);
    stop.stop(StopSignal.Cause.INTERRUPTED, "interrupted by SIG" + signal.getName());
    Thread opener = opening;
    if (opener != null) {
      opener.interrupt();
    }
    ShutdownSignals within = inner;
    if (within != null) {
      within.inform(signal);
    }
  }

  /**
   * Whoever handled signals before does so again, and learns of one that came meanwhile: it was
   * meant for all that goes on, even if what was just closed had nothing left to end.
   */
  @Override
  public void close() {
    before.forEach(Signal::handle);
    // A signal's thread may have set out for this one, and arrive later.
    closed = true;
    outer().ifPresent(outer -> outer.unnest(asked.get()));
  }

  private void unnest(Signal signal) {
    inner = null;
    if (signal != null) {
      inform(signal);
    }
  }

  private final class Handler implements SignalHandler {

    @Override
    public void handle(Signal signal) {
      ShutdownSignals.this.handle(signal);
    }

    private ShutdownSignals owner() {
      return ShutdownSignals.this;
    }
  }
}
