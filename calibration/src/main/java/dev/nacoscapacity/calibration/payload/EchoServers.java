package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedJvm;
import java.io.IOException;
import java.nio.file.Path;

/** A server for each way to echo, opened when the first case needs it; cases share it by size. */
final class EchoServers implements AutoCloseable {

  private final Cores cores;
  private SharedJvm servers;

  EchoServers(Cores cores) {
    this.cores = cores;
  }

  /** The cores that the client has for itself. */
  String loadCores() {
    return cores.load();
  }

  boolean runs(EchoSetting setting) {
    return servers != null && servers.has(setting.arguments());
  }

  /** Where the setting's server listens. */
  int port(EchoSetting setting, Path directory) throws IOException, InterruptedException {
    return servers(directory).port(setting.arguments());
  }

  /** What all servers run in. */
  PinnedProcess process(Path directory) throws IOException {
    return servers(directory).process();
  }

  private SharedJvm servers(Path directory) throws IOException {
    if (servers == null || !servers.isAlive()) {
      servers = SharedJvm.start("servers", cores.server(), directory, EchoServerMain.class);
    }
    return servers;
  }

  @Override
  public void close() {
    if (servers != null) {
      servers.close();
    }
  }
}
