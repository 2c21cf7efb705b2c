package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.load.LoadFigures;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.reports.text.Message;
import dev.nacoscapacity.simulator.observe.proc.ProcessUsage;
import dev.nacoscapacity.simulator.observe.proc.ProcessUsage.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** nginx behind one kind of proxy, or none. */
final class ProxyCase implements Case {

  private static final double MICROS_PER_SECOND = 1e6;

  private final ProxySetting setting;
  private final String load;
  private final ProxyTiming timing;
  private final ProxyServers servers;

  /**
   * @param load the label of what puts it on
   */
  ProxyCase(ProxySetting setting, String load, ProxyTiming timing, ProxyServers servers) {
    this.setting = setting;
    this.load = load;
    this.timing = timing;
    this.servers = servers;
  }

  @Override
  public Map<String, String> setting() {
    return setting(setting, load);
  }

  static Map<String, String> setting(ProxySetting setting, String load) {
    Map<String, String> words = setting.words();
    words.put(ProxyPart.LOAD, load);
    return words;
  }

  @Override
  public Optional<Message> missing() {
    return Tool.NGINX.missing().or(measuring()::missing);
  }

  @Override
  public void warmUp(Path directory) throws IOException, InterruptedException {
    if (setting.layer() > 0) {
      run(timing.generator(load, true), servers.port(setting, directory), directory);
    }
  }

  @Override
  public Round measure(Path directory) throws IOException, InterruptedException {
    if (setting.layer() == 0) {
      return Round.of(figures(run(measuring(), servers.nginxPort(directory), directory)));
    }
    int port = servers.port(setting, directory);
    ProcessUsage proxies = servers.process(directory).usage();
    Usage before = proxies.all();
    LoadFigures seen = run(measuring(), port, directory);
    Usage used = proxies.all().since(before);
    Map<String, Double> figures = figures(seen);
    figures.put(ProxyPart.CPU, 100 * used.cpuSeconds() / seen.seconds());
    figures.put(ProxyPart.CPU_PER_REQUEST, MICROS_PER_SECOND * used.cpuSeconds() / seen.requests());
    figures.put(ProxyPart.SWITCHES, used.switches() / seen.seconds());
    return Round.of(figures);
  }

  private LoadGenerator measuring() {
    return timing.generator(load, false);
  }

  private LoadFigures run(LoadGenerator generator, int port, Path directory)
      throws IOException, InterruptedException {
    return generator.run(timing.load(), port, servers.loadCores(), directory);
  }

  private static Map<String, Double> figures(LoadFigures seen) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(ProxyPart.RATE, seen.rate());
    figures.put(ProxyPart.P50, seen.p50());
    figures.put(ProxyPart.P99, seen.p99());
    return figures;
  }
}
