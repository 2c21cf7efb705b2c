package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.server.Nginx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One nginx, and a proxy for each setting in front of it, started when the first case needs them.
 * The proxies have half of the cores for themselves; nginx and the load share the other half, with
 * a proxy between and without.
 */
final class ProxyServers implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(20);

  private final Cores cores = Cores.allowed();
  private final Map<ProxySetting, Proxy> proxies = new HashMap<>();
  private Nginx nginx;

  /** One that listens. */
  record Proxy(PinnedProcess process, int port) {}

  /** The cores that the load has. */
  String loadCores() {
    return cores.load();
  }

  int nginxPort(Path directory) throws IOException, InterruptedException {
    if (nginx == null) {
      int core = Integer.parseInt(cores.load().split(",")[0]);
      nginx = Nginx.start(core, directory.toAbsolutePath());
    }
    return nginx.port();
  }

  /** The setting's proxy, whether it was there already or not. */
  Proxy proxy(ProxySetting setting, Path directory) throws IOException, InterruptedException {
    Proxy proxy = proxies.get(setting);
    if (proxy == null) {
      proxy = start(setting, directory);
      proxies.put(setting, proxy);
    }
    return proxy;
  }

  private Proxy start(ProxySetting setting, Path directory)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(nginxPort(directory))));
    arguments.addAll(List.of(setting.arguments()));
    PinnedProcess process =
        PinnedProcess.start(
            "proxy-" + String.join("-", setting.arguments()),
            cores.server(),
            directory,
            Jvm.own("-XX:+UseSerialGC", "-Xmx256m")
                .command(ProxyMain.class, arguments.toArray(String[]::new)));
    try {
      return new Proxy(process, Integer.parseInt(process.awaitLine(ProxyMain.LISTENING, START)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  @Override
  public void close() {
    proxies.values().forEach(proxy -> proxy.process().close());
    proxies.clear();
    if (nginx != null) {
      nginx.close();
    }
  }
}
