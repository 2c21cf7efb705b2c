package dev.nacoscapacity.jmeter.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import sun.misc.Signal;

/** A running JMeter process: waits for its end, and stops it in order if necessary. */
final class JmeterProcess {

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /** Stops the test: calls in flight are completed, and the last steps of the plan are run. */
  private static final String SHUTDOWN = "Shutdown";

  /** Stops the test and aborts calls in flight; the last steps of the plan are run. */
  private static final String STOP = "StopTestNow";

  private static final int ENGINE_CHECK_SECONDS = 2;

  /** The time for the other engines to deregister. */
  private static final int GRACE_SECONDS = 60;

  private final List<String> command;
  private final Integer controlPort;
  private final PrintStream err;
  private final AtomicInteger signals = new AtomicInteger();

  /**
   * @param controlPort UDP port on loopback on which JMeter accepts commands; null for an engine,
   *     which accepts none
   */
  JmeterProcess(List<String> command, Integer controlPort, PrintStream err) {
    this.command = command;
    this.controlPort = controlPort;
    this.err = err;
  }

  /**
   * Runs JMeter to its end, with inherited output.
   *
   * @param othersEnded whether, after an engine has died, all others have ended their test
   * @return 0 when JMeter ended by itself without an error, 2 otherwise
   */
  int await(Engines engines, BooleanSupplier othersEnded) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    for (String name : SIGNALS) {
      Signal.handle(new Signal(name), signal -> interrupted(signal, process));
    }
    while (!process.waitFor(ENGINE_CHECK_SECONDS, TimeUnit.SECONDS)) {
      Optional<String> dead = engines.dead();
      if (dead.isPresent()) {
        err.println(
            "engine "
                + dead.get()
                + " has died: ending the run; what it had registered expires in 30 s");
        end(process, othersEnded);
        return ExitCode.INCONCLUSIVE;
      }
    }
    boolean well = process.exitValue() == 0 && signals.get() == 0;
    return well ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private void interrupted(Signal signal, Process process) {
    boolean first = signals.incrementAndGet() == 1;
    if (controlPort == null) {
      process.destroy();
    } else if (first) {
      err.println("\nSIG" + signal.getName() + ": ending in order; once more ends at once");
      order(SHUTDOWN);
    } else {
      process.destroyForcibly();
    }
  }

  private void end(Process process, BooleanSupplier othersEnded) throws InterruptedException {
    order(STOP);
    // JMeter itself would wait forever for the dead engine.
    for (int i = 0; i < GRACE_SECONDS && !othersEnded.getAsBoolean(); i++) {
      if (process.waitFor(1, TimeUnit.SECONDS)) {
        return;
      }
    }
    process.destroy();
    process.waitFor();
  }

  private void order(String order) {
    byte[] bytes = order.getBytes(US_ASCII);
    try (DatagramSocket socket = new DatagramSocket()) {
      InetAddress here = InetAddress.getLoopbackAddress();
      socket.send(new DatagramPacket(bytes, bytes.length, here, controlPort));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
