package dev.nacoscapacity.core.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Makes SIGINT, SIGTERM and SIGHUP stop work in an orderly way, until closed. The second Ctrl-C
 * ends it at once. Several objects may be open, for example for a study and for its run: a signal
 * stops all of them, and also those opened later, until all are closed.
 */
public final class ShutdownSignals implements AutoCloseable {

  /** What a terminal or a supervisor sends to end a program. */
  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  private static final Message IN_ORDER = Message.of("stop.inOrder");

  /** The open objects, the outermost first; also the lock of the two fields below. */
  private static final List<ShutdownSignals> OPEN = new ArrayList<>();

  private static final Map<Signal, SignalHandler> PREVIOUS_HANDLERS = new HashMap<>();

  /** The first signal since the outermost object was opened, such as SIGINT. */
  private static Optional<String> first = Optional.empty();

  private final PrintStream err;
  private final Language language;
  private final Consumer<String> stop;
  private final Message ending;
  private final Runnable atOnce;
  private volatile Thread openingThread;
  private volatile boolean stopped;

  private ShutdownSignals(
      PrintStream err, Language language, Consumer<String> stop, Message ending, Runnable atOnce) {
    this.err = err;
    this.language = language;
    this.stop = stop;
    this.ending = ending;
    this.atOnce = atOnce;
  }

  /** Ends this JVM with the code of an interrupted command when a signal arrives before a run. */
  static void exitOnSignal() {
    handleBy(signal -> System.exit(ExitCode.INCONCLUSIVE));
  }

  /**
   * Stops the work when a signal arrives, and ends this JVM at the second Ctrl-C.
   *
   * @param language of what the user reads
   * @param stop receives the name of the signal
   * @param leftBehind what an immediate end leaves behind, and the remedy; empty for nothing
   */
  public static ShutdownSignals open(
      PrintStream err, Language language, Consumer<String> stop, String leftBehind) {
    return open(err, language, stop, IN_ORDER, leftBehind);
  }

  /**
   * Stops the work when a signal arrives, and ends this JVM at the second Ctrl-C.
   *
   * @param language of what the user reads
   * @param stop receives the name of the signal
   * @param ending what the work does after the first signal, for the user
   * @param leftBehind what an immediate end leaves behind, and the remedy; empty for nothing
   */
  public static ShutdownSignals open(
      PrintStream err,
      Language language,
      Consumer<String> stop,
      Message ending,
      String leftBehind) {
    return open(
        err,
        language,
        stop,
        ending,
        () -> {
          err.println(language.say("stop.ended") + leftBehind);
          Runtime.getRuntime().halt(ExitCode.INCONCLUSIVE);
        });
  }

  /**
   * Stops the work when a signal arrives.
   *
   * @param stop receives the name of the signal, such as SIGINT
   * @param atOnce runs at the second Ctrl-C, if this is the innermost object
   */
  public static ShutdownSignals open(PrintStream err, Consumer<String> stop, Runnable atOnce) {
    return open(err, Language.ENGLISH, stop, IN_ORDER, atOnce);
  }

  private static ShutdownSignals open(
      PrintStream err, Language language, Consumer<String> stop, Message ending, Runnable atOnce) {
    ShutdownSignals opened = new ShutdownSignals(err, language, stop, ending, atOnce);
    synchronized (OPEN) {
      if (OPEN.isEmpty()) {
        first = Optional.empty();
        PREVIOUS_HANDLERS.putAll(handleBy(ShutdownSignals::handle));
      }
      OPEN.add(opened);
      if (first.isPresent()) {
        opened.stop();
      }
    }
    return opened;
  }

  private static Map<Signal, SignalHandler> handleBy(SignalHandler handler) {
    Map<Signal, SignalHandler> before = new HashMap<>();
    for (String name : SIGNALS) {
      Signal signal = new Signal(name);
      before.put(signal, Signal.handle(signal, handler));
    }
    return before;
  }

  /** Calls {@code open}; a signal during the call also interrupts this thread. */
  public <T> T whileOpening(Supplier<T> open) {
    openingThread = Thread.currentThread();
    try {
      return open.get();
    } finally {
      openingThread = null;
      if (stopped) {
        // From here on only the stop counts.
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
      if (first.isEmpty()) {
        first = Optional.of("SIG" + signal.getName());
        // A study may capture the output of its runs, so the study's own stream is used.
        ShutdownSignals outermost = OPEN.get(0);
        outermost.err.println();
        outermost.err.println(
            outermost.language.say(
                "stop.again", with("signal", first.get()).and("ending", outermost.ending)));
        OPEN.forEach(ShutdownSignals::stop);
      } else if (signal.getName().equals("INT")) {
        // A closing terminal sends SIGHUP twice, and timeout sends SIGTERM twice: this is not a
        // second request by the user.
        OPEN.get(OPEN.size() - 1).atOnce.run();
      }
    }
  }

  private void stop() {
    stopped = true;
    stop.accept(first.orElseThrow());
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
