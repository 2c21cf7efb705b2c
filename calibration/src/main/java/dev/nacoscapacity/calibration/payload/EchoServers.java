package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A server for each way to echo, started when the first case needs it; cases share it by size. */
final class EchoServers implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(20);

  private final Cores cores;
  private final Map<EchoSetting, Server> servers = new HashMap<>();

  /** One that listens. */
  record Server(PinnedProcess process, int port) {}

  EchoServers(Cores cores) {
    this.cores = cores;
  }

  /** The cores that the client has for itself. */
  String loadCores() {
    return cores.load();
  }

  boolean runs(EchoSetting setting) {
    return servers.containsKey(setting);
  }

  Server server(EchoSetting setting, Path directory) throws IOException, InterruptedException {
    Server server = servers.get(setting);
    if (server == null || !server.process().isAlive()) {
      server = start(setting, directory);
      servers.put(setting, server);
    }
    return server;
  }

  private Server start(EchoSetting setting, Path directory)
      throws IOException, InterruptedException {
    PinnedProcess process =
        PinnedProcess.start(
            "server-" + String.join("-", setting.arguments()),
            cores.server(),
            directory,
            Jvm.own("-XX:+UseSerialGC", "-Xmx256m")
                .command(EchoServerMain.class, setting.arguments()));
    try {
      return new Server(
          process, Integer.parseInt(process.awaitLine(EchoServerMain.LISTENING, START)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  @Override
  public void close() {
    servers.values().forEach(server -> server.process().close());
    servers.clear();
  }
}
