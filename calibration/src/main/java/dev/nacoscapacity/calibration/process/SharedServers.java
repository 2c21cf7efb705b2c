package dev.nacoscapacity.calibration.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the cases of a part run, and the servers that they share. A server is started when the
 * first case needs it and runs until all cases are measured.
 */
public final class SharedServers implements AutoCloseable {

  private final Path directory;
  private final Cores cores = Cores.allowed();
  private final Map<String, SharedServer> running = new LinkedHashMap<>();

  /** Starts a server. */
  public interface Start {
    SharedServer start(Path directory) throws IOException, InterruptedException;
  }

  /**
   * @param directory for logs and files of the processes; made absolute, since they start in it
   */
  public SharedServers(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  public Path directory() {
    return directory;
  }

  /** Servers have half of the cores for themselves, and the loads have {@link Cores#load}. */
  public Cores cores() {
    return cores;
  }

  public boolean has(String name) {
    return running.containsKey(name);
  }

  /**
   * A server by its name. When any has ended, all start anew: a proxy knows what is behind it by
   * the port that it had.
   */
  public SharedServer get(String name, Start start) throws IOException, InterruptedException {
    if (running.values().stream().anyMatch(server -> !server.process().isAlive())) {
      close();
    }
    SharedServer server = running.get(name);
    if (server == null) {
      server = start.start(directory);
      running.put(name, server);
    }
    return server;
  }

  /** A JVM of ours on the servers' cores, whose main class calls {@link Requests#openServers}. */
  public SharedServer jvm(String name, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    return get(
        name,
        where ->
            new SharedServer(
                PinnedProcess.start(
                    name, cores.server(), where, Jvm.own("-Xmx512m").command(main, arguments))));
  }

  @Override
  public void close() {
    running.values().forEach(SharedServer::close);
    running.clear();
  }
}
