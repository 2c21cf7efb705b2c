package dev.nacoscapacity.calibration.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The servers that the cases of a part share, and the cores and folder of the cases. A server is
 * started when the first case needs it, and runs until all cases are measured.
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
   * @param directory working directory of the processes, for their logs and files; made absolute
   */
  public SharedServers(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  public Path directory() {
    return directory;
  }

  /**
   * The cores: servers have half of the cores for themselves, and loads have {@link Cores#load}.
   */
  public Cores cores() {
    return cores;
  }

  public boolean has(String name) {
    return running.containsKey(name);
  }

  /**
   * A server by its name. When any server has ended, all are restarted, since a proxy keeps using
   * the old port of the server behind it.
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

  /** A JVM on the cores for servers, whose main class calls {@link Requests#openServers}. */
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
