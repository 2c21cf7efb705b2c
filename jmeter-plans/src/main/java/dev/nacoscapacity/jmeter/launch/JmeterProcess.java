package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import sun.misc.Signal;

/** A JMeter that runs: waited for, and ended in order when it must be. */
final class JmeterProcess {

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /** Between two looks at the engines. */
  private static final int LOOK_SECONDS = 2;

  /** What the other engines have to deregister in, at the most. */
  private static final int GRACE_SECONDS = 60;

  private final List<String> command;
  private final ControlPort control;
  private final PrintStream err;
  private final AtomicInteger signals = new AtomicInteger();

  /**
   * @param control where it takes orders; null when it takes none, as an engine that waits for work
   */
  JmeterProcess(List<String> command, ControlPort control, PrintStream err) {
    this.command = command;
    this.control = control;
    this.err = err;
  }

  /**
   * Runs JMeter to its end, its output going where ours goes.
   *
   * @param othersEnded whether, after an engine has died, all others have ended their test
   * @return 0 when it ended by itself and well, 2 otherwise
   */
  int await(Engines engines, BooleanSupplier othersEnded) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    for (String name : SIGNALS) {
      Signal.handle(new Signal(name), signal -> interrupted(signal, process));
    }
    while (!process.waitFor(LOOK_SECONDS, TimeUnit.SECONDS)) {
      Optional<String> dead = engines.dead();
      if (dead.isPresent()) {
        end(process, dead.get(), othersEnded);
        return ExitCode.INCONCLUSIVE;
      }
    }
    boolean well = process.exitValue() == 0 && signals.get() == 0;
    return well ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private void interrupted(Signal signal, Process process) {
    if (control == null) {
      signals.incrementAndGet();
      process.destroy();
    } else if (signals.incrementAndGet() == 1) {
      err.println("\nSIG" + signal.getName() + ": ending in order; once more ends at once");
      control.send(ControlPort.SHUTDOWN);
    } else {
      process.destroyForcibly();
    }
  }

  private void end(Process process, String engine, BooleanSupplier othersEnded)
      throws InterruptedException {
    err.println(
        "engine " + engine + " has died: ending the run; what it had registered expires in 30 s");
    control.send(ControlPort.STOP);
    // JMeter itself would wait for the dead one for ever.
    for (int i = 0; i < GRACE_SECONDS && !othersEnded.getAsBoolean(); i++) {
      if (process.waitFor(1, TimeUnit.SECONDS)) {
        return;
      }
    }
    process.destroy();
    process.waitFor();
  }
}
