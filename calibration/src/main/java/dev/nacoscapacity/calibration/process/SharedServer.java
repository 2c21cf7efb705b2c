package dev.nacoscapacity.calibration.process;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A process that serves. Servers that are to be compared are opened in one JVM and share its
 * compiled code: in a JVM of its own each would be as fast as it has been loaded before, for the
 * first 10 s on one core, whatever its setting. One is loaded at a time, so that what the process
 * uses is what that one uses.
 */
public final class SharedServer implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(120);
  private static final String OWN = "";

  private final PinnedProcess process;
  private final Map<Object, Integer> ports = new HashMap<>();

  /**
   * @param process runs {@link Requests#openServers}
   */
  public SharedServer(PinnedProcess process) {
    this.process = process;
  }

  /** One that listens already, and opens nothing on request. */
  public SharedServer(PinnedProcess process, int port) {
    this(process);
    ports.put(OWN, port);
  }

  /** Where one listens that was opened by itself. */
  public int port() {
    return ports.get(OWN);
  }

  public PinnedProcess process() {
    return process;
  }

  /** Whether a setting's server was opened before. */
  public boolean has(Object setting) {
    return ports.containsKey(setting);
  }

  /**
   * Where a setting's server listens; it is opened on the first call.
   *
   * @param setting a record, a text or a number, as the process takes them
   * @throws MeasureException when the process has ended, cannot open it, or does not in time
   */
  public int port(Object setting) throws IOException, InterruptedException {
    process.requireAlive();
    Integer port = ports.get(setting);
    if (port == null) {
      port = process.ask(setting, Integer.class, START);
      ports.put(setting, port);
    }
    return port;
  }

  @Override
  public void close() {
    process.close();
  }
}
