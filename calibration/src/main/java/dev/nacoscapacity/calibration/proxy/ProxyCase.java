package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.load.LoadFigures;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.reports.calibration.Round;
import dev.nacoscapacity.reports.calibration.Text;
import dev.nacoscapacity.simulator.servers.ProcessUsage;
import dev.nacoscapacity.simulator.servers.ProcessUsage.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** nginx behind one kind of proxy, or none. */
final class ProxyCase implements Case {

  private static final int CLIENTS = 50;
  private static final double MICROS_PER_SECOND = 1e6;

  private final ProxySetting setting;
  private final ProxyTiming timing;
  private final ProxyServers servers;

  ProxyCase(ProxySetting setting, ProxyTiming timing, ProxyServers servers) {
    this.setting = setting;
    this.timing = timing;
    this.servers = servers;
  }

  @Override
  public Map<String, String> setting() {
    return setting.words();
  }

  @Override
  public Optional<Text> missing() {
    return Tool.NGINX.missing();
  }

  @Override
  public void warmUp(Path directory) throws IOException, InterruptedException {
    if (setting.layer() > 0) {
      load(timing.warmUpSeconds(), servers.port(setting, directory), directory);
    }
  }

  @Override
  public Round measure(Path directory) throws IOException, InterruptedException {
    if (setting.layer() == 0) {
      return Round.of(
          figures(load(timing.measuredSeconds(), servers.nginxPort(directory), directory)));
    }
    int port = servers.port(setting, directory);
    ProcessUsage proxies = servers.process(directory).usage();
    Usage before = proxies.all();
    LoadFigures seen = load(timing.measuredSeconds(), port, directory);
    Usage used = proxies.all().since(before);
    Map<String, Double> figures = figures(seen);
    figures.put(ProxyPart.CPU, 100 * used.cpuSeconds() / seen.seconds());
    figures.put(ProxyPart.CPU_PER_REQUEST, MICROS_PER_SECOND * used.cpuSeconds() / seen.requests());
    figures.put(ProxyPart.SWITCHES, used.switches() / seen.seconds());
    return Round.of(figures);
  }

  private LoadFigures load(int seconds, int port, Path directory)
      throws IOException, InterruptedException {
    return Tool.WRK.find().isPresent()
        ? Wrk.run(CLIENTS, seconds, port, servers.loadCores(), directory)
        : new FleetLoad()
            .run(new Load(CLIENTS, timing.requests(), null), port, servers.loadCores(), directory);
  }

  private static Map<String, Double> figures(LoadFigures seen) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(ProxyPart.RATE, seen.rate());
    figures.put(ProxyPart.P50, seen.p50());
    figures.put(ProxyPart.P99, seen.p99());
    return figures;
  }
}
