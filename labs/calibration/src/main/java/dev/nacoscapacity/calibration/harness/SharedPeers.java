package dev.nacoscapacity.calibration.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes that the cases of a part share, and the folder of all. A process is started when
 * the first case needs it, and runs until all cases are measured.
 */
public final class SharedPeers implements AutoCloseable {

  private final Path directory;
  private final Map<String, Peer> running = new LinkedHashMap<>();

  /** Starts a process. */
  public interface Start {
    Peer start() throws IOException, InterruptedException;
  }

  /**
   * @param directory working directory of the processes, for logs and files; made absolute
   */
  public SharedPeers(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  public Path directory() {
    return directory;
  }

  public boolean has(String name) {
    return running.containsKey(name);
  }

  /**
   * A process by its name. When any has ended, all are started again, since a proxy keeps using the
   * old port of the server behind it.
   */
  public Peer get(String name, Start start) throws IOException, InterruptedException {
    if (!running.values().stream().allMatch(each -> each.process().isAlive())) {
      close();
    }
    Peer peer = running.get(name);
    if (peer == null) {
      peer = start.start();
      running.put(name, peer);
    }
    return peer;
  }

  /** A shared JVM of ours on the cores for servers. */
  public Peer server(String name, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = Jvm.own("-Xmx512m").command(main, arguments);
    return get(name, () -> Peer.start(name, Host.serverCores(), directory, command));
  }

  /** Starts a process on the cores for loads, which the caller closes. */
  public Peer load(String name, List<String> command) throws IOException {
    return Peer.start(name, Host.loadCores(), directory, command);
  }

  @Override
  public void close() {
    running.values().forEach(Peer::close);
    running.clear();
  }
}
