package dev.nacoscapacity.calibration.process;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A server process. Servers to be compared are opened in one JVM and share its compiled code: in
 * separate JVMs, the speed of each server in its first 10 s on one core would depend on its
 * previous load instead of its setting. Only one server is loaded at a time, so that the resource
 * usage of the process is that of this server.
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

  /** A process whose server listens already, and that opens no further servers. */
  public SharedServer(PinnedProcess process, int port) {
    this(process);
    ports.put(OWN, port);
  }

  /** The port of the server that listened already. */
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
   * The port of the server with a setting, which is opened on the first call.
   *
   * @param setting a record, a text or a number that the process accepts
   * @throws MeasureException when the process has ended, or cannot open the server in time
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
