package dev.nacoscapacity.jmeter.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** A running JMeter process: waits for its end, and stops it in order if necessary. */
final class JmeterProcess {

  /** Stops the test: calls in flight are completed, and the last steps of the plan are run. */
  private static final String SHUTDOWN = "Shutdown";

  /** Stops the test and aborts calls in flight; the last steps of the plan are run. */
  private static final String STOP = "StopTestNow";

  private static final int ENGINE_CHECK_SECONDS = 2;

  /** JMeter never answers an order; the kernel at once when nothing takes it. */
  private static final int ANSWER_MILLIS = 200;

  /** The time for the other engines to deregister. */
  private static final int GRACE_SECONDS = 60;

  private final List<String> command;
  private final Integer controlPort;
  private final PrintStream err;
  private volatile boolean interrupted;

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
   * @param ended the number of engines that have ended their test; with {@code -X} they exit then
   * @return 0 when JMeter ended by itself without an error, 2 otherwise
   */
  int await(Engines engines, IntSupplier ended) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    try (ShutdownSignals signals =
        ShutdownSignals.open(err, signal -> interrupt(process), process::destroyForcibly)) {
      while (!process.waitFor(ENGINE_CHECK_SECONDS, TimeUnit.SECONDS)) {
        Optional<String> dead = engines.dead();
        if (dead.isPresent() && ended.getAsInt() < engines.size()) {
          err.println(
              "engine "
                  + dead.get()
                  + " has died: ending the run; what it had registered expires in 30 s");
          end(process, () -> ended.getAsInt() >= engines.size() - 1);
          return ExitCode.INCONCLUSIVE;
        }
      }
    }
    return process.exitValue() == 0 && !interrupted ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private void interrupt(Process process) {
    interrupted = true;
    if (controlPort == null) {
      process.destroy();
      return;
    }
    Thread order = new Thread(() -> order(SHUTDOWN, process), "order");
    order.setDaemon(true);
    order.start();
  }

  private void end(Process process, BooleanSupplier othersEnded) throws InterruptedException {
    order(STOP, process);
    // JMeter itself would wait forever for the dead engine.
    for (int i = 0; i < GRACE_SECONDS && !othersEnded.getAsBoolean(); i++) {
      if (process.waitFor(1, TimeUnit.SECONDS)) {
        return;
      }
    }
    process.destroy();
    if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  /** Sends an order; JMeter takes none before it has begun the test, so it is sent until then. */
  private void order(String order, Process process) {
    byte[] bytes = order.getBytes(US_ASCII);
    boolean accepted = false;
    long begun = System.nanoTime();
    while (!accepted
        && process.isAlive()
        && !Thread.currentThread().isInterrupted()
        && System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(GRACE_SECONDS)) {
      try (DatagramSocket socket = new DatagramSocket()) {
        socket.setSoTimeout(ANSWER_MILLIS);
        // Only a connected socket learns that nothing listens on the port.
        socket.connect(InetAddress.getLoopbackAddress(), controlPort);
        socket.send(new DatagramPacket(bytes, bytes.length));
        socket.receive(new DatagramPacket(new byte[1], 1));
        accepted = true;
      } catch (SocketTimeoutException e) {
        accepted = true;
      } catch (PortUnreachableException e) {
        pause();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(ANSWER_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
