package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedJvm;
import dev.nacoscapacity.calibration.server.Nginx;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One nginx, and a proxy for each setting in front of it, opened when the first case needs them.
 * The proxies have half of the cores for themselves; nginx and the load share the other half, with
 * a proxy between and without.
 */
final class ProxyServers implements AutoCloseable {

  private final Cores cores = Cores.allowed();
  private Nginx nginx;
  private SharedJvm proxies;

  /** The cores that the load has. */
  String loadCores() {
    return cores.load();
  }

  int nginxPort(Path directory) throws IOException, InterruptedException {
    if (nginx == null || !nginx.isAlive()) {
      // Proxies stand in front of one address, so they begin anew with it.
      close();
      proxies = null;
      int core = Integer.parseInt(cores.load().split(",")[0]);
      nginx = Nginx.start(core, directory.toAbsolutePath());
    }
    return nginx.port();
  }

  /** Where the setting's proxy listens. */
  int port(ProxySetting setting, Path directory) throws IOException, InterruptedException {
    return proxies(directory).port(setting.arguments());
  }

  /** What all proxies run in. */
  PinnedProcess process(Path directory) throws IOException, InterruptedException {
    return proxies(directory).process();
  }

  private SharedJvm proxies(Path directory) throws IOException, InterruptedException {
    int node = nginxPort(directory);
    if (proxies == null || !proxies.isAlive()) {
      proxies =
          SharedJvm.start(
              "proxies", cores.server(), directory, ProxyMain.class, Integer.toString(node));
    }
    return proxies;
  }

  @Override
  public void close() {
    if (proxies != null) {
      proxies.close();
    }
    if (nginx != null) {
      nginx.close();
    }
  }
}
