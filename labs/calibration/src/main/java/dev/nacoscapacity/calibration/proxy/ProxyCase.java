package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.load.LoadGenerator;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.calibration.process.SystemTool;
import dev.nacoscapacity.calibration.server.Nginx;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * nginx behind one kind of proxy, or directly. The proxies have half of the cores for themselves;
 * nginx and the load share the other half, with or without a proxy in between.
 *
 * @param load the label of the load generator
 */
record ProxyCase(ProxySetting proxy, String load, Timing timing) implements Case {

  /**
   * Duration or size of a case.
   *
   * @param warmUpSeconds of wrk, for each proxy before the first round
   * @param measuredSeconds of wrk
   * @param load of the fleet, used for both in place of wrk when wrk is not installed
   */
  record Timing(int warmUpSeconds, int measuredSeconds, Load load) {

    private static final int CLIENTS = 50;

    static final Timing QUICK = new Timing(3, 1, new Load(CLIENTS, 20_000, 3_000, null));
    static final Timing FULL = new Timing(5, 10, new Load(CLIENTS, 300_000, 10_000, null));
  }

  @Override
  public Map<String, String> setting() {
    return setting(proxy, load);
  }

  static Map<String, String> setting(ProxySetting proxy, String load) {
    return proxy.by(load);
  }

  @Override
  public Optional<Message> missing() {
    return SystemTool.NGINX.missing().or(() -> generator(timing.measuredSeconds).missing());
  }

  private LoadGenerator generator(int wrkSeconds) {
    return load.equals(Wrk.LABEL) ? new Wrk(wrkSeconds) : new FleetLoad();
  }

  private static SharedServer nginx(SharedServers servers)
      throws IOException, InterruptedException {
    String core = servers.cores().load().split(",")[0];
    return servers.get("nginx", directory -> Nginx.start(core, directory).server());
  }

  private static SharedServer proxies(SharedServers servers)
      throws IOException, InterruptedException {
    String node = Integer.toString(nginx(servers).port());
    return servers.jvm("proxies", Proxies.class, node);
  }

  @Override
  public void warmUp(SharedServers servers) throws IOException, InterruptedException {
    if (proxy.layer() > 0) {
      generator(timing.warmUpSeconds).run(timing.load, proxies(servers).port(proxy), servers);
    }
  }

  @Override
  public Round measure(SharedServers servers) throws IOException, InterruptedException {
    boolean direct = proxy.layer() == 0;
    int port = direct ? nginx(servers).port() : proxies(servers).port(proxy);
    PinnedProcess proxies = direct ? null : proxies(servers).process();
    Map<String, Double> figures =
        LoadedServer.measure(
            generator(timing.measuredSeconds), timing.load, 1, port, proxies, servers);
    figures.keySet().retainAll(ProxyPart.MEASURED);
    return Round.of(figures);
  }
}
